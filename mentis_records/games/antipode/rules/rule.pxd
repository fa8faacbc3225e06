cimport cython
from mentis_records.games.antipode.rules.jump cimport JumpBoard

cpdef find_fault(position, move)
cdef _placing_fault(position, place)
cdef _pass_fault(position)
@cython.locals(side=cython.int)
cdef _origin_fault(position, place)
cdef _antipode_fault(position, move)
cdef _step_fault(position, move)
cdef _return_fault(position, move)
@cython.locals(board=JumpBoard, index=cython.int)
cdef _jump_fault(position, move)
cdef _distance_fault(legs, details)
cdef _leg_fault(position, JumpBoard board, start, over, landing, written)
