#!/bin/sh
# Checks that the folders include only what lies below them.
#
#     tests/layering.sh ROOT
#
# The law, lowest first: core, game, nets, games, exact, search, players, match, learn, tournament, protocol, report, store, session, apps. A public header
# counts as part of the layer that owns it; game owns the interfaces of games and of players. Besides:
# - store stands beside match: it knows core only, and nothing of what is below it knows it;
# - a game's folder is included only by itself and by its bench, tools and tests (files with the
#   game's name in their path);
# - rules, evaluations and text of a game know core and game only; expert_*, NAME_solver* and NAME_fast
#   may use exact and search too (NAME is the game's), expert_* and NAME_solver* the interface of players and
#   solvers, and NAME_rules.c that interface, to name the tables; NAME_judge.c, an evaluation by nets, may use nets;
# - a game's folder may have the sub-folders rules, solving and players, of which each knows those before it
#   only; NAME_rules.c may include NAME_experts.h too, again to name the tables. There players alone takes what
#   expert_* and NAME_solver* take elsewhere;
# - apps, python and fuzz know the public headers and their own folder; fuzz knows apps/cli, which is fuzzed too, and
#   fuzz/request.c what it fuzzes of apps/serve; apps/cli knows apps/tree, apps/serve, apps/work and apps/term,
#   the terminal as a front end; a test beside its source knows every public header;
# - POSIX threads are used in core only.
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
function plays(from_name, name) {
    return inner(file) ? inner(file) == stand["players"] : from_name ~ "^(expert_|" name "_solver)"
}

function check_game(to,    l, name, from_name, asks) {
    l = layer(to)
    name = game(file)
    from_name = base(file)
    if (game(to) == name && inner(to) > inner(file) &&
        !(from_name == name "_rules.c" && base(to) == name "_experts.h")) {
        complain("this folder of " name " must not know " to)
        return
    }
    # The interface of players belongs to game; the rules of games must not use it.
    asks = to == "include/hra/player.h" || to == "include/hra/search.h"
    if (!asks && (l == "core" || l == "game" || l == "games")) {
        return
    }
    if ((plays(from_name, name) || from_name == name "_fast.c") && (l == "search" || l == "exact" || asks)) {
        return
    }
    if ((plays(from_name, name) || from_name == name "_rules.c") &&
        (to == "include/hra/player.h" || to == "include/hra/solve.h")) {
        return
    }
    if (from_name == name "_judge.c" && l == "nets") {
        return
    }
    complain("rules, evaluations and text know core and game only, not " to)
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
        if (to !~ /^include\/hra\// && folder(to) != folder(file) && !(file ~ /^apps\/cli\// && to ~ /^apps\/(term|tree|serve|work)\//) &&
            !(from == "fuzz" && to ~ /^apps\/cli\//) &&
            to != (file ~ /^apps\/(tree|work)\// ? "apps/term/say.h" : "") &&
            !(file == "fuzz/request.c" && to == "apps/serve/request.h")) {
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
    } else if (file ~ /^include\// && to !~ /^include\//) {
        complain("a public header includes " to ", which is not installed")
    } else if (l != from && rank[l] >= rank[from]) {
        complain(from " lies below " l " and must not include " to)
    } else if (l == "games" && from != "games") {
        complain(from " names a game: " to)
    } else if (folder(file) == "src/store" && l != "store" && l != "core") {
        complain("store knows core only")
    }
}

BEGIN {
    n = split("core game nets games exact search players match learn tournament protocol report store session", order, " ")
    for (i = 1; i <= n; i++) {
        rank[order[i]] = i
    }
    split("rules solving players", order, " ")
    for (i in order) {
        stand[order[i]] = i
    }
    n = split("json.h game scene.h game state.h game base.h core channel.h core language.h core version.h core stats.h core spec.h game game.h game bench.h game host.h game solve.h exact search.h game " \
              "player.h game play.h match match.h match report.h report review.h report store.h store session.h session hra.h session trace.h search graph.h search rollout.h search hub.h game ubgi.h game fibs.h game protocol.h protocol rating.h tournament tournament.h tournament tune.h tournament learn.h learn", pair, " ")
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
            } else if (name ~ /^(pthread|threads)\.h$/ && file ~ /^(src|include)\// && layer(file) != "core") {
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
