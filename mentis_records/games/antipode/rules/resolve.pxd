from mentis_records.games.antipode.rules.duty cimport cited, missed
from mentis_records.games.antipode.rules.ending cimport is_over
from mentis_records.games.antipode.rules.rule cimport find_fault

cpdef resolve(position, ply)
cdef _citation_fault(position, move)
