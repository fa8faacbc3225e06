cpdef fault_of(position, written)
cdef _aim_fault(position, written)
cpdef face_fault(position, written)
