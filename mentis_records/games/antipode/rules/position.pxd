# Compiled as it is: its values are asked for every ply.
