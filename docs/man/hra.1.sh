#!/bin/sh
# Writes the source of hra(1): the frame by hand, the commands from their own --help, so that the
# page never says anything else than the program. Usage: hra.1.sh PATH-OF-HRA
set -eu
hra=$1
cat <<'HEAD'
hra(1)

# NAME

hra - plays, searches and solves games

# SYNOPSIS

*hra*++
*hra* _command_ [_game_] [_options_]

# DESCRIPTION

*hra* (Czech for _game_) is a game-playing engine and laboratory. It plays games for one or several players, with and without
dice, searches and solves them, rates and trains players.

Specs name games, methods, players and evaluations: _name_:_key_=_value_,... (*hra-spec*(7)).
Results go to standard output, messages to standard error. Colour is used on a terminal without *NO_COLOR*. *hra --version*
(*-V*) prints the version, *hra --licences* the licences of included code. *hra --complete* _word_... prints completions of
the last word, for shells.

# COMMANDS

HEAD
{
    "$hra" --complete help '' | grep -vx all
    "$hra" --complete engine '' | sed 's/^/engine /'
} | while read -r command protocol; do
    "$hra" help "$command" $protocol | awk '
        function plain(s) { gsub(/[_*\\]/, "\\\\&", s); return s ~ /^[-.#]/ ? "\\" s : s }
        function end_literal() { if (literal) print "```\n"; literal = 0 }
        NR == 1 { print "## " plain($0) "\n"; next }
        /^Protocols/ { exit }
        /^ +(-., )? *--/ { # an option; only its help has a blank before and after a colon of its own
            line = $0; sub(/^ */, "", line)
            at = match(line, /  +[^ ]/)
            if (!at && match(line, /^(-., )?--[^ ]+ [^ ]+ /)) at = RLENGTH
            name = at ? substr(line, 1, at - 1) : line
            help = at ? substr(line, at) : ""
            sub(/^ */, "", help)
            print "*" plain(name) "*\n\t" plain(help) "\n"; next
        }
        /^[^ ].*:$/ { end_literal(); print (/^Options:$/ ? "" : plain($0)) "\n"; next } # a heading
        /^  / { if (!literal) print "```"; literal = 1; print; next }
        { end_literal(); print plain($0) }
        END { end_literal(); print "" }'
done
cat <<'TAIL'
# AT THE TABLE

Type a move, or a letter or word:

[[ *letter*
:- *does*
|  *a*, *advice*
:  shows advice
|  *m*, *moves*
:  lists the legal moves
|  *u*, *undo*
:  takes back your last decision or typed roll
|  *b*, *board*
:  draws the board
|  *p*, *position*
:  prints the position
|  *q*, *quit*
:  saves the game and leaves; end of input does too
|  *?*, *help*
:  shows how to type moves, and the rest

Several moves of one turn fit on a line, separated by commas or semicolons; all of them are made, or none.

The board stays in sight. Long answers are cut and say how to see the rest, or the board is drawn again below them. Enter brings
the board back. Without persons the board is shown after each round.

In games with arrow keys the board is drawn in place: arrows move, *s* stays, the space bar pauses or continues, comma and full
stop step back and forward, *u* takes back, *t* shows the values of the moves, *?* shows the rest. *--type-moves* asks for typed
moves.

# NAMES AND FILES

A unique beginning of a command or option is enough: *hra tour*, *--pos*. Old names work: *search* and *compare* for *analyse*,
*hub*, *uci*, *ugi*, *ubgi* and *gnubg* for *engine hub* and so on, *--method* and *-m* for *--player* and *-p* (except in *hra
learn*).

*--json* prints JSON. *--csv* and *--svg* write a table and a picture to a file, *-o* the command's result. For these, *-* is
standard output, for one of them; for an input file it is standard input. Elsewhere *-* is refused: a file of that name is *./-*.

# EXIT STATUS

[[ *status*
:- *meaning*
|  *0*
:  done
|  *1*
:  failed: memory, a missing file, reading or writing
|  *2*
:  wrong use or bad input
|  *130*
:  interrupted

# FILES

_$XDG\_DATA\_HOME/hra_, or _~/.local/share/hra_, or *--data* _DIR_. _plays/_ has saved games (*hra-record*(5)), other folders
have computed tables. *hra* writes nothing else that you did not name.

# ENVIRONMENT

*NO_COLOR*, *HRA_PLAIN* (1: lines only, no screen drawn in place), *TERM*, *XDG_DATA_HOME*, *HOME*, and the locale (language; Unicode or plain ASCII boards).

# SEE ALSO

*hra-spec*(7), *hra-match*(5), *hra-record*(5), *libhra*(3)
TAIL
