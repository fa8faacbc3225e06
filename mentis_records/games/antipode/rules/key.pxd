cpdef position_key(sums)
