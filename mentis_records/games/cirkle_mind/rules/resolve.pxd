cpdef resolve(position, ply)
