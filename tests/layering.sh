#!/bin/sh
# Checks that the folders include only what lies below them.
#
#     tests/layering.sh ROOT
#
# The law, lowest first: core, host, rules, annotated, scene, players, nets, formula, games, exact, search, play, rating, match, review,
# exercise, learn, tournament, protocol, store, collection, work, session, easy, builtin. A public header counts as part of the room that owns it, and may
# include any other public header. Besides:
# - rating knows no game: core only; store knows core only, and nothing of what is below it knows it;
# - builtin/*.def are named by builtin alone;
# - a game's folder is included only by itself and by its bench, tools and tests (files with the game's name in their path);
# - rules, evaluations and text of a game know core, host, rules and scene only, formats annotated too; player_*, solver* and fast* may use exact and
#   search too, player_* and solver* the interface of players and solvers; rules.c may name that interface and players.h, for
#   the tables of what the game offers; eval.c, an evaluation by nets, may use nets, and weights*, what reads them;
# - a large game has sub-folders: rules (the rules, evaluations by hand, text, drawing), formats (files and protocols of other
#   programs), tables (exact solutions), play (players, nets), learn (methods of learning of its own), in this order each of which
#   knows those before it only. rules/rules.c and formats may name what lies behind them. play, tables and learn take what player_* and
#   solver* take elsewhere, and learn takes nets and the room learn too;
# - apps: speech is the ground; queue, pictures, serve and term know speech; commands know all of these, and of commands a
#   folder (play, study, measure, build) knows itself and what lies above it in apps/commands, as folders of pictures do in
#   apps/pictures. They, python and fuzz know the public headers; fuzz knows apps/commands, which is fuzzed too, and
#   fuzz/request.c what it fuzzes of apps/serve; a test beside its source knows every public header;
# - exercises are judged in one place: only src/exercise and src/work/exercise_run.c, which counts games, include a header of
#   src/exercise, where the functions are that make a verdict;
# - POSIX threads are used in core only, and in host, for the signals of a thread.
# Exit status: 0 all is well, 1 something is not, 2 wrong use.
set -u

root=${1:-.}
if [ ! -d "$root/include/hra" ] || [ ! -d "$root/src" ]; then
    echo "layering.sh: '$root' is not the root of the source tree" >&2
    exit 2
fi
cd "$root" || exit 2

folders=
for folder in include src apps python bench tools tests fuzz; do
    [ -d "$folder" ] && folders="$folders $folder"
done

list=$(mktemp) || exit 2
trap 'rm -f "$list"' EXIT
# shellcheck disable=SC2086 # the folders are meant to be split
find $folders -type f \( -name '*.[ch]' -o -name '*.inl' -o -name '*.def' \) | sort >"$list"

awk -v list="$list" '
function complain(text) {
    print file ":" line ": " text
    bad++
}

# The path without "." and "..".
function normal(path,    part, n, i, out, m) {
    n = split(path, part, "/")
    m = 0
    for (i = 1; i <= n; i++) {
        if (part[i] == "..") {
            m--
        } else if (part[i] != "." && part[i] != "") {
            out[++m] = part[i]
        }
    }
    path = ""
    for (i = 1; i <= m; i++) {
        path = path (i > 1 ? "/" : "") out[i]
    }
    return path
}

function folder(path) {
    return match(path, "/[^/]*$") ? substr(path, 1, RSTART - 1) : "."
}

function base(path) {
    sub(".*/", "", path)
    return path
}

# The layer of a file; "" where there is none.
function layer(path,    part) {
    split(path, part, "/")
    if (part[1] == "include") {
        return owner[base(path)]
    }
    if (part[1] == "src") {
        return part[2] in rank ? part[2] : ""
    }
    return part[1]
}

function game(path,    part) {
    return split(path, part, "/") > 3 && part[1] == "src" && part[2] == "games" ? part[3] : ""
}

# Quoted names are looked for beside the file first, as the compiler does.
function resolve(name, quoted,    path) {
    if (quoted) {
        path = normal(folder(file) "/" name)
        if (path in known) {
            return path
        }
        path = normal((file ~ /^(apps|fuzz)\// ? "apps/" : "src/") name)
        if (path in known) {
            return path
        }
        path = normal("tests/" name)
        if (file ~ /_test\.c$/ && path in known) {
            return path
        }
    }
    path = normal("include/" name)
    return path in known ? path : ""
}

# The rank of a sub-folder of a game among the others; 0 where it is none.
function inner(path,    part) {
    return split(path, part, "/") > 4 ? stand[part[4]] + 0 : 0
}

# Whether a file of a game defines players or solvers.
function plays(from_name) {
    return inner(file) ? inner(file) >= stand["tables"] : from_name ~ "^(player_|solver)"
}

# Where a file of the programs stands.
function program(path,    part) {
    split(path, part, "/")
    return part[1] == "apps" ? part[2] : ""
}

# Whether a file of the programs may know another one.
function program_knows(to,    own, other) {
    own = program(file)
    other = program(to)
    if (other == "") {
        return 0
    }
    if (folder(to) == folder(file) || other == "speech") {
        return 1
    }
    if (own == "commands") {
        return other != "commands" || folder(to) == "apps/commands" || folder(file) == "apps/commands"
    }
    return own == "pictures" && folder(to) == "apps/pictures"
}

function check_game(to,    l, name, from_name, asks) {
    l = layer(to)
    name = game(file)
    from_name = base(file)
    if (game(to) == name && inner(to) > inner(file) && inner(file) != stand["formats"] && from_name != "rules.c") {
        complain("this folder of " name " must not know " to)
        return
    }
    if (l == "core" || l == "host" || l == "rules" || l == "scene" || l == "games" || (l == "annotated" && file ~ /\/formats\//)) {
        return
    }
    if ((plays(from_name) || from_name ~ /^fast/) && (l == "players" || l == "search" || l == "exact")) {
        return
    }
    if (from_name == "rules.c" && (to == "include/hra/kind.h" || to == "include/hra/player.h" || to == "include/hra/solve.h")) {
        return
    }
    if (from_name ~ /^(eval|weights)/ && l == "nets") {
        return
    }
    if (inner(file) == stand["learn"] && (l == "nets" || l == "learn")) {
        return
    }
    complain("rules, evaluations and text know core, host, rules and scene only, not " to)
}

function check(to,    from, l, own) {
    from = layer(file)
    l = layer(to)
    if (game(to) != "" && game(to) != game(file)) {
        own = from ~ /^(bench|tools|tests)$/ && index(file, game(to)) > 0
        if (!own) {
            complain(to " belongs to the game " game(to) " alone")
        }
        return
    }
    if (from == "apps" || from == "python" || from == "fuzz") {
        if (to !~ /^include\/hra\// && !program_knows(to) && !(from == "fuzz" && to ~ /^apps\/commands\//) &&
            !(from != "apps" && folder(to) == folder(file)) && !(file == "fuzz/request.c" && to == "apps/serve/request.h")) {
            complain("includes " to ", but programs know <hra/...> and their own folder only")
        }
        return
    }
    if (from == "tests" || from == "bench" || from == "tools") {
        return
    }
    if (file ~ /_test\.c$/ && to ~ /^(include\/hra|tests)\//) {
        return
    }
    if (from == "games" && game(file) != "" && file !~ /_test\.c$/) {
        check_game(to)
        return
    }
    if (l == "apps" || l == "python" || l == "tests" || l == "bench" || l == "tools" || l == "fuzz") {
        complain("includes " to ", which is not of the library")
    } else if (file ~ /^include\//) {
        if (to !~ /^include\//) {
            complain("a public header includes " to ", which is not installed")
        }
    } else if (to ~ /^src\/exercise\// && from != "exercise" && file != "src/work/exercise_run.c") {
        complain("exercises are judged in src/exercise alone; hra/exercise.h has what others need")
    } else if (l != from && rank[l] >= rank[from]) {
        complain(from " lies below " l " and must not include " to)
    } else if (l == "games" && from != "games") {
        complain(from " names a game: " to)
    } else if (from == "store" && l != "store" && l != "core") {
        complain("store knows core only")
    } else if (from == "rating" && l != "rating" && l != "core") {
        complain("rating knows core only")
    }
}

BEGIN {
    n = split("core host rules annotated scene players nets formula games exact search play rating match review exercise learn tournament protocol store collection work session easy builtin", order, " ")
    for (i = 1; i <= n; i++) {
        rank[order[i]] = i
    }
    split("rules formats tables play learn", order, " ")
    for (i in order) {
        stand[order[i]] = i
    }
    n = split("api.h core deprecated.h core base.h core input.h core language.h core version.h core stats.h core " \
              "host.h host annotated.h annotated spec.h rules rules.h rules term.h rules game.h rules bench.h rules state.h rules scene.h rules " \
              "game_file.h play json.h players search.h players kind.h players player.h players solve.h exact trace.h search graph.h search rollout.h search " \
              "play.h play rating.h rating match.h match review.h review learn.h learn exercise.h exercise grade.h exercise deck.h exercise tournament.h tournament tune.h tournament " \
              "protocol.h protocol store.h store collection.h collection work.h work worker.h work session.h session easy.h easy hra.h review lab.h work author.h protocol", pair, " ")
    for (i = 1; i <= n; i += 2) {
        owner[pair[i]] = pair[i + 1]
    }
    while ((getline path <list) > 0) {
        known[path] = 1
        paths[++count] = path
    }
    for (f = 1; f <= count; f++) {
        file = paths[f]
        line = 1
        if (layer(file) == "") {
            complain("belongs to no layer; tests/layering.sh has to know where it stands")
            continue
        }
        for (line = 1; (getline text <file) > 0; line++) {
            if (text !~ /^[ \t]*#[ \t]*include[ \t]*[<"]/) {
                continue
            }
            seen++
            quoted = text ~ /include[ \t]*"/
            name = text
            sub(/^[^<"]*[<"]/, "", name)
            sub(/[>"].*$/, "", name)
            to = resolve(name, quoted)
            if (to != "") {
                check(to)
            } else if (quoted || name ~ /^hra\//) {
                complain("no file \"" name "\" in the tree")
            } else if (name ~ /^(pthread|threads)\.h$/ && file ~ /^(src|include)\// && layer(file) !~ /^(core|host)$/) {
                complain("threads are the business of src/core/thread.h")
            }
        }
        close(file)
    }
    if (seen < 10) {
        print "layering.sh: only " seen + 0 " #include lines found: is this the right tree?"
        bad++
    }
    if (bad) {
        print "layering.sh: " bad " of " seen + 0 " #include lines break the law of layers (see the head of this script)"
        exit 1
    }
    print "layering: " seen " #include lines of " count " files point downwards"
}'
