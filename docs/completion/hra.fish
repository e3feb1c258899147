# fish completion for hra: the program says what a line may go on as; where it says nothing, a file may be meant.
function __hra_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    set -l found ($program --complete $words[2..] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path $words[-1]
    end
end
complete -c hra -f -a '(__hra_complete)'
