# The game is compiled as it is: its methods are asked for every ply.
