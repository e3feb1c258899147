#!/bin/sh
# Reads the symbols of the compiled library: it must have no writable data and no foreign names, and must call
# nothing that prints, ends the program or keeps hidden state. src/host/process.c alone makes processes,
# src/core/messages.c alone has a variable, the language, and src/host/language.c asks the environment for it.
# The gates of builds with checks (src/rules/gates.c) say what they found and abort, as assertions do.
#
#     tests/globals.sh LIBRARY.a|OBJECT.o...
#
# Exit status: 0 all is well, 1 something is not, 2 wrong use, 77 an instrumented build, which
# cannot be judged.
set -u

if [ $# -eq 0 ]; then
    echo "globals.sh: which library?" >&2
    exit 2
fi
for file in "$@"; do
    if [ ! -r "$file" ]; then
        echo "globals.sh: cannot read '$file'" >&2
        exit 2
    fi
done

table=$(mktemp) || exit 2
trap 'rm -f "$table"' EXIT
# The form of System V has the section, which tells data made read-only after relocation
# (.data.rel.ro, such as const tables of pointers) from data that stays writable.
if ! LC_ALL=C "${NM:-nm}" -f sysv "$@" >"$table"; then
    echo "globals.sh: nm failed" >&2
    exit 2
fi
if grep -q '^__\(asan\|tsan\|ubsan\|sancov\|llvm_prf\|gcov\|hwasan\)' "$table"; then
    echo "globals: skipped, this build is instrumented"
    exit 77
fi

awk -F'|' '
function complain(text) {
    print "globals.sh: " object ": " text
    bad++
}

BEGIN {
    # Games other than these have externals that begin with hra_ or with NAME_.
    prefix["yahtzee"] = "yz_"
    prefix["tictactoe"] = "ttt_"
    prefix["connect4"] = "c4_"
    prefix["chess"] = "ch_"
    prefix["checkers"] = "ck_"
    prefix["empire"] = "em_"
    prefix["pacman"] = "pac_"
    prefix["backgammon"] = "bg_"
    # Printing, ending the program, leaving C, hidden state, other people'"'"'s business.
    n = split("printf vprintf puts putchar putchar_unlocked perror __printf_chk __vprintf_chk stdout stderr stdin " \
              "psignal err errx warn warnx error exit _exit _Exit quick_exit abort atexit system popen fork vfork " \
              "execl execlp execv execvp execve posix_spawn kill raise signal sigaction setjmp _setjmp __sigsetjmp " \
              "longjmp siglongjmp __longjmp_chk rand srand random srandom drand48 lrand48 srand48 strtok setlocale " \
              "strerror localtime gmtime asctime ctime getenv setenv putenv chdir gets strcpy strcat sprintf " \
              "__strcpy_chk __strcat_chk __sprintf_chk atoi", names, " ")
    for (i = 1; i <= n; i++) {
        banned[names[i]] = 1
    }
    object = "?"
}

/^(Symbols|Undefined symbols) from / {
    object = $0
    sub(/^.* from /, "", object)
    sub(/:$/, "", object)
    sub(/^.*\[/, "", object)
    sub(/\]$/, "", object)
    sub(/^.*\//, "", object)
    objects++
    game = ""
    if (match(object, /games_[a-z0-9]+_/)) {
        game = substr(object, RSTART + 6, RLENGTH - 7)
    }
    next
}

NF >= 7 {
    name = $1
    class = $3
    section = $7
    gsub(/ /, "", name)
    gsub(/ /, "", class)
    gsub(/ /, "", section)
    if (name == "" || name == "Name") {
        next
    }
    symbols++
    plain = name
    sub(/@.*/, "", plain)
    if (class == "U" || class == "w" || class == "v") {
        if (plain in banned && !(object ~ /host_process\.c/ && plain ~ /^(_exit|execl|fork|kill|sigaction)$/) &&
            !(object ~ /host_language\.c/ && plain == "getenv") &&
            !(object ~ /rules_gates\.c/ && plain ~ /^(abort|stderr)$/)) {
            complain("refers to " plain ", which a library must not")
        }
        next
    }
    writable = section ~ /^\.(data|bss|tdata|tbss|sdata|sbss|ldata|lbss)/ || section == "*COM*" || class ~ /^[CcSsGg]$/
    if (writable && section !~ /^\.data\.rel\.ro/ && !(object ~ /core_messages\.c/ && name == "catalogue")) {
        complain(name " is writable data (" section "): the library keeps no global state")
    }
    if (class ~ /^[A-Zu]$/) {
        own = game == "" ? "" : game in prefix ? prefix[game] : game "_"
        if (index(name, "hra_") != 1 && (own == "" || index(name, own) != 1)) {
            complain("external " name " does not begin with hra_" (own == "" ? "" : " or " own))
        }
    }
}

END {
    if (symbols == 0) {
        print "globals.sh: no symbols found"
        bad++
    }
    if (bad) {
        exit 1
    }
    print "globals: " symbols " symbols of " objects " objects, none writable, all of our own name"
}' "$table"
