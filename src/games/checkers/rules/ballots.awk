# Makes the table of ballots out of ballots.csv (number,moves,class,name, in order):
#     awk -F, -f ballots.awk ballots.csv >ballots_table.c
# The csv is the project's list of the three-move openings of English checkers: 144 that are drawn
# by lot across the board, 12 for play by mail, 18 barred because a side loses a piece.
BEGIN {
    print "#include \"games/checkers/rules/ballots.h\"\n\nconst ck_ballot ck_ballots[CK_BALLOTS] = {"
}
FNR > 1 {
    if ($1 != FNR - 1) {
        print "#error ballots.csv is not in order"
    }
    printf "    {\"%s\", \"%s\"},\n", $2, $4
}
END {
    print "};"
}
