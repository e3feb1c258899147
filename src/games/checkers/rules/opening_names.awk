# Makes the table of positions that have a name out of opening_names.csv (moves,name) and ballots.csv
# (number,moves,class,name):
#     awk -F, -f opening_names.awk opening_names.csv ballots.csv >opening_names_table.c
# Names are those that players know, and which moves have them are facts that these tell:
#     startcheckers.com/11-15-openings (all of 11-15 with five moves and more, and some with fewer)
#     Encyclopaedia Britannica 1911, "Draughts", R. Jordan's games (Ayrshire Lassie, Kelso-Cross)
#     Jim Loy, "Famous Opening Shots" (Bristol, Edinburgh, Kelso, Switcher)
#     F. Reinfeld's groups, as told by narnianfrodo.com/2021/04/23/checkers-anyone (first moves, Paisley)
#     acfcheckers.com/crossold.html (names of ballots)
# A ballot without a name of its own has that of the longest opening that it begins with.
function row(square) { return int((square - 1) / 4) }
function column(square) { return 2 * ((square - 1) % 4) + (row(square) % 2 == 0) }
# The moves, all of men, from the beginning; black and white become sets of squares, square 1 the lowest bit.
function play(moves,    i, n, list, ends, square) {
    for (square = 1; square <= 32; square++)
        man[square] = square <= 12 ? 1 : square > 20 ? 2 : 0
    n = split(moves, list, " ")
    for (i = 1; i <= n; i++) {
        split(list[i], ends, /[-x]/)
        man[ends[2]] = man[ends[1]]
        man[ends[1]] = 0
        if (list[i] ~ /x/)
            man[over(ends[1], ends[2])] = 0
    }
    black = white = 0
    for (square = 32; square >= 1; square--) {
        black = 2 * black + (man[square] == 1)
        white = 2 * white + (man[square] == 2)
    }
    return n
}
function over(from, to,    r, c) {
    r = (row(from) + row(to)) / 2
    c = (column(from) + column(to)) / 2
    return 4 * r + int(c / 2) + 1
}
function line(moves, name, ballot,    n) {
    n = play(moves)
    printf "    {{%.0fu, %.0fu}, %d, %d, \"%s\", \"%s\"},\n", black, white, n % 2, ballot, moves, name
}
# The name of the longest opening that the moves begin with.
function family(moves) {
    while (moves != "" && !(moves in named))
        if (!sub(/ [^ ]*$/, "", moves))
            moves = ""
    return moves == "" ? "" : named[moves]
}
BEGIN { print "#include \"games/checkers/rules/opening_names.h\"\n\nconst ck_opening ck_openings[] = {" }
FNR == 1 { file++; next }
file == 1 { named[$1] = $2; line($1, $2, 0) }
file == 2 { line($2, $4 != "" ? $4 : family($2), $1) }
END { print "    {{0, 0}, 0, 0, 0, 0},\n};" }
