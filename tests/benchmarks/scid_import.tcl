# Import a PGN file into a new Scid database: tkscid scid_import.tcl DATABASE FILE
lassign $argv base file
sc_base create $base
lassign [sc_base import [sc_base current] $file] games warnings
sc_base close [sc_base current]
puts "imported $games"
puts $warnings
exit
