# Makes the table of positions that have a name out of opening_names.csv (moves,name):
#     awk -F, -f opening_names.awk opening_names.csv >chess_opening_names_table.c
# Names and moves are those that players know, facts that books of openings share, such as D. Hooper, K. Whyld, "The Oxford Companion
# to Chess", in its appendix of openings.
# A move is one of the short notation. A piece is found by how it goes, with free squares on its way; of several the one that
# the move names by its file or rank. No piece is pinned, no pawn is passed or promoted here.
function file(square) { return square % 8 }
function rank(square) { return int(square / 8) }
function size(n) { return n < 0 ? -n : n }
function square_of(text) { return index("abcdefgh", substr(text, 1, 1)) - 1 + 8 * (substr(text, 2, 1) - 1) }
function is_free(from, to,    df, dr) {
    df = file(to) - file(from)
    dr = rank(to) - rank(from)
    df = df > 0 ? 1 : df < 0 ? -1 : 0
    dr = dr > 0 ? 1 : dr < 0 ? -1 : 0
    for (from += df + 8 * dr; from != to; from += df + 8 * dr)
        if (at[from] != "")
            return 0
    return 1
}
function goes(kind, from, to, takes,    df, dr, up) {
    df = file(to) - file(from)
    dr = rank(to) - rank(from)
    if (kind == "N")
        return size(df * dr) == 2
    if (kind == "K")
        return size(df) < 2 && size(dr) < 2
    if (kind == "P") {
        up = white ? 1 : -1
        if (takes)
            return size(df) == 1 && dr == up
        return df == 0 && (dr == up || (dr == 2 * up && rank(from) == (white ? 1 : 6))) && is_free(from, to) && at[to] == ""
    }
    if ((kind == "B" && size(df) != size(dr)) || (kind == "R" && df * dr != 0) || (kind == "Q" && df * dr != 0 && size(df) != size(dr)))
        return 0
    return is_free(from, to)
}
function put(from, to) {
    at[to] = at[from]
    at[from] = ""
}
function move(text,    kind, takes, to, from, found, n, base) {
    base = white ? 0 : 56
    gsub(/[+#]/, "", text)
    if (text == "O-O" || text == "O-O-O") {
        put(base + 4, base + (text == "O-O" ? 6 : 2))
        put(base + (text == "O-O" ? 7 : 0), base + (text == "O-O" ? 5 : 3))
        return
    }
    kind = text ~ /^[KQRBN]/ ? substr(text, 1, 1) : "P"
    sub(/^[KQRBN]/, "", text)
    takes = sub(/x/, "", text)
    to = square_of(substr(text, length(text) - 1))
    text = substr(text, 1, length(text) - 2)
    for (from = 0; from < 64; from++)
        if (from != to && at[from] == (white ? kind : tolower(kind)) && goes(kind, from, to, takes) &&
            (text == "" || index(text, substr("abcdefgh", file(from) + 1, 1)) || index(text, rank(from) + 1))) {
            found = from
            n++
        }
    if (n != 1) {
        print "opening_names.csv:" FNR ": " n + 0 " pieces can make move " text " to " to >"/dev/stderr"
        exit failed = 1
    }
    put(found, to)
}
# Squares of these pieces as a number of sixteen digits, a1 the lowest bit.
function set_of(pieces,    s, digit, out) {
    for (s = 63; s >= 0; s--) {
        digit = 2 * digit + (at[s] != "" && index(pieces, at[s]) > 0)
        if (s % 4 == 0) {
            out = out substr("0123456789abcdef", digit + 1, 1)
            digit = 0
        }
    }
    return "UINT64_C(0x" out ")"
}
function set_up(    f) {
    for (f = 0; f < 64; f++)
        at[f] = ""
    for (f = 0; f < 8; f++) {
        at[f] = substr("RNBQKBNR", f + 1, 1)
        at[56 + f] = tolower(at[f])
        at[8 + f] = "P"
        at[48 + f] = "p"
    }
}
BEGIN { print "#include \"games/chess/opening_names.h\"\n\nconst ch_opening ch_openings[] = {" }
FNR > 1 {
    set_up()
    n = split($1, list, " ")
    for (i = 1; i <= n; i++) {
        white = i % 2
        move(list[i])
    }
    printf "    {{%s, %s, %s, %s, %s, %s},\n     %s, %d, \"%s\", \"%s\"},\n", set_of("Pp"), set_of("Nn"), set_of("Bb"), set_of("Rr"), set_of("Qq"),
        set_of("Kk"), set_of("PNBRQK"), n % 2, $1, $2
}
END {
    if (!failed)
        print "    {{0}, 0, 0, 0, 0},\n};"
}
