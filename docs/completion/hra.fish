# fish completion for hra: the program says what a line may go on as; "*" is for a file, as is no answer.
function __hra_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    set -l found ($program --complete $words[2..] 2>/dev/null)
    for word in $found
        test "$word" = '*'; or printf '%s\n' $word
    end
    if not set -q found[1]; or test "$found[-1]" = '*'
        __fish_complete_path $words[-1]
    end
end
complete -c hra -f -a '(__hra_complete)'
