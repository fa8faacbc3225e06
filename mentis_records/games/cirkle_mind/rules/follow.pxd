cpdef legal_move(position, written)
cpdef followed(position, written)
