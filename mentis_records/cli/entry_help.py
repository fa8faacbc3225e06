"""What ``help`` says while a game is entered."""

from __future__ import annotations

HELP = """\
TURN               a turn as it is written, several too; ! or ? or $1 behind it
                   marks it, and {text} comments on it
undo, Ctrl-Z       take back the last change; redo does it again
back, forward      go one turn back or on; back 4 goes four; start, end
go 3, go 3...      go to a move of the first or of the other side
delete             take away the turn on the board and all that follow
(                  begin a variation: another turn for the last one;
                   ) goes back; so does a turn typed in the middle of the game
(3... TURN TURN)   a whole variation of the last turn
variation 1        go into a variation that is shown as next
{text}             comment on the last turn; also comment TEXT; uncomment
! ? !! ?? !? ?! $7 mark the last turn; unmark
1-0, draw          the result; also resign, resign SIDE, time SIDE,
                   result 1-0 adjudication
Event: Club night  a tag; also date 14 Nov 2026, or tag Name value
moves, moves d2    the legal turns, or those that begin so
board, flip        the board; turn it round
position, record   the position string; the record so far
done               ask for what is missing and end; quit leaves as it is"""
"""All words, for people."""
