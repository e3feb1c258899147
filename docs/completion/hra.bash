# bash completion for hra: the program says what a line may go on as.
_hra() {
    local word line=${COMP_LINE:0:COMP_POINT}
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    mapfile -t COMPREPLY < <("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
    # bash takes : and = for ends of words, and puts only what comes behind them
    word=${words[-1]}
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
