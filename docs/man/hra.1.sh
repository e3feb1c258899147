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

*hra* (Czech for _game_) is a game-playing engine and laboratory: games with and without dice, for one or
several players; classical methods of choosing a move; exact answers where a game can be solved.

Games, methods, players and evaluations are named by specs, see *hra-spec*(7): _name_:_key_=_value_,...
Data goes to standard output, talk to standard error. Colour is used on a terminal only, and not with
*NO_COLOR* set. *hra --version* (*-V*) says which one this is, *hra --licences* shows the licences of what others wrote
and the program holds. *hra --complete* _word_... says what the last of the words of a line may go on as, for shells.

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

A person types a move as the game says (*?* shows how), or one letter: *a* advice, *m* the legal moves,
*u* takes back the last decision or roll that was typed, *b* draws the board again, *p* shows the
position, *q* keeps the play and leaves; *help*, *advice*, *moves*, *undo*, *board*, *position* and *quit* say the same
in words. End of input leaves too. Several moves of one turn fit on a line, with
commas or semicolons between them; either all of them are made or none.

The board stays in sight: what stands below it is cut to the lines that are left, where it says how to see the rest, and
where an answer is long the board is drawn again below it, in fewer lines; where the answer fills the screen, Enter
brings the board back. Where nobody plays who is asked, the board is shown after each round.

Where arrow keys steer, the board is drawn in place: arrows move, *s* stays, the space bar lets the play run,
comma and full stop look back and on, *u* takes back, *t* shows what each move is worth, *?* shows the rest.
With *--type-moves* typed lines are asked for there too.

# NAMES AND FILES

The beginning of a name of a command or an option is enough if no other begins so: *hra tour*, *--pos*. Old names are
understood in full: *search* and *compare* for *analyse*, *hub*, *ugi*, *ubgi* and *gnubg* for *engine hub* and so on,
*--method* and *-m* for *--player* and *-p*, but in *hra learn*.

*--json* prints the answer for programs. *--csv* and *--svg* write a table and a picture to the file that they name, *-o*
what the command makes. *-* is standard output there, of one answer; where a file is read, *-* is standard input.
Everywhere else *-* is refused: a file of that name is *./-*.

# EXIT STATUS

*0* done; *1* it could not be done (memory, a file that is missing or cannot be read or written); *2* wrong use, or
bad input: what was typed, or what a file holds; *130* interrupted.

# FILES

_$XDG\_DATA\_HOME/hra_, else _~/.local/share/hra_; *--data* overrides. _plays/_ holds kept plays
(*hra-record*(5)), other folders tables that were worked out once. Nothing is written anywhere else that was
not named.

# ENVIRONMENT

*NO_COLOR*, *TERM*, *XDG_DATA_HOME*, *HOME*, and the locale (Unicode or plain ASCII boards).

# SEE ALSO

*hra-spec*(7), *hra-match*(5), *hra-record*(5), *libhra*(3)
TAIL
