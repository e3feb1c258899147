# bash completion for hra: the program says what a line may go on as; "*" is for a file, as is no answer.
_hra() {
    local word line=${COMP_LINE:0:COMP_POINT}
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    mapfile -t COMPREPLY < <("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
    word=${words[-1]}
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[-1]} == "*" ]]; then
        unset 'COMPREPLY[-1]'
        local -a files
        mapfile -t files < <(compgen -f -- "$word")
        COMPREPLY+=("${files[@]}")
        compopt -o filenames 2>/dev/null
    fi
    # bash takes : and = for ends of words, and puts only what comes behind them
    if [[ $word == *[:=]* ]]; then
        local whole=${word%"${word##*[:=]}"}
        [[ $COMP_WORDBREAKS == *:* ]] || whole=""
        COMPREPLY=("${COMPREPLY[@]#"$whole"}")
    fi
    # a value follows, or another option
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _hra hra
