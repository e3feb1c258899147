# Makes the tables of empire out of the data in this folder:
#     awk -F, -f tables.awk cards.csv goods.csv players.csv map_a_regions.csv map_a_edges.csv grid_thesis.txt >tables.c
# The csv are facts of the game: what a card gives and does, what goods are worth, how many coins
# and cards there are for how many, which regions border on which.
function file_name(path) {
    sub(/.*\//, "", path)
    return path
}
function begin(what) {
    printf "%sconst %s = {\n", table == "" ? "" : "};\n", what
    table = what
}
function code(list, word,    names, i, n) {
    n = split(list, names, " ")
    for (i = 1; i <= n; i++) {
        if (names[i] == word) {
            return i - 1
        }
    }
    printf "#error \"%s is none of %s\"\n", word, list
    return 0
}
BEGIN {
    print "#include \"games/empire/rules/empire.h\"\n"
    goods = "gem coal wood iron food joker"
    actions = "none place move_land move_sea city destroy"
    joins = "none or and"
}
FNR == 1 {
    name = file_name(FILENAME)
    if (name == "cards.csv") {
        begin("em_card em_cards[EM_CARDS + 1]")
        print "    {0},"
    } else if (name == "goods.csv") {
        begin("uint8_t em_goods_need[EM_GOODS][4]")
    } else if (name == "players.csv") {
        begin("em_setup em_setups[EM_SEATS - 1]")
    } else if (name == "map_a_regions.csv") {
        begin("em_map_region em_map_a_regions[EM_MAP_A_REGIONS]")
    } else if (name == "map_a_edges.csv") {
        begin("em_map_edge em_map_a_edges[]")
    } else {
        begin("char em_grid_thesis[]")
    }
}
name == "grid_thesis.txt" {
    printf "    \"%s\\n\"\n", $0
    next
}
FNR == 1 {
    next
}
name == "cards.csv" {
    if ($1 != FNR - 1) {
        print "#error cards.csv is not in order"
    }
    printf "    {%d, %d, {%d, %d}, {%d, %d}, %d, %d},\n", code(goods, $2), $3, code(actions, $4),
        $7 == "" ? 0 : code(actions, $7), $5, $8, $6 == "" ? 0 : code(joins, $6), $9
}
name == "goods.csv" {
    if (code(goods, $1) != FNR - 2) {
        print "#error goods.csv is not in the order of the goods"
    }
    printf "    {%d, %d, %d, %d},\n", $2, $3, $4, $5
}
name == "players.csv" {
    if ($1 != FNR) {
        print "#error players.csv is not in order"
    }
    printf "    {%d, %d, %d, %d},\n", $2, $3, $4, $5
}
name == "map_a_regions.csv" {
    if ($1 != FNR - 1) {
        print "#error map_a_regions.csv is not in order"
    }
    printf "    {'%s', %d, %d, %d},\n", $2, $3, $4, $5
}
name == "map_a_edges.csv" {
    printf "    {%d, %d, %d},\n", $1, $2, $3 == "sea"
}
END {
    print "};"
    print "const int em_map_a_edge_count = (int)(sizeof em_map_a_edges / sizeof *em_map_a_edges);"
}
