# bash completion for hra: commands, options, games, players and methods, as the program lists them.
_hra() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} hra=${COMP_WORDS[0]}
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$hra" 2>/dev/null | sed -n '/^What to do/,/^$/s/^  hra \([a-z]*\) .*/\1/p')" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$hra" "$command" --help 2>/dev/null | grep -o -- '--[a-z-]*')" -- "$word")
    elif [ "$COMP_CWORD" -eq 2 ] && [[ $command != replay && $command != review ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$hra" games 2>/dev/null | sed -n 's/^\([a-z]*\)  .*/\1/p')" -- "$word")
    elif [[ $command == compare || ${COMP_WORDS[COMP_CWORD - 1]} =~ ^(--method|-m)$ ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$hra" methods 2>/dev/null | sed -n 's/^\([a-z]*\)  .*/\1/p')" -- "$word")
    elif [[ $command == play || $command == match ]]; then
        local players
        players=$("$hra" games "${COMP_WORDS[2]%%[:(]*}" 2>/dev/null |
            sed -n '/^    players:/,/^    [a-z]*:$/s/^      \([a-z][a-z]*\) .*/\1/p')
        [ "$command" = match ] && players=${players/human/} # no seat of a match
        mapfile -t COMPREPLY < <(compgen -W "$players" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o default -F _hra hra
