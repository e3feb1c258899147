# Makes the mazes that are compiled in out of layouts.csv (name,purpose; the first is the default)
# and the files NAME.lay beside it:
#     awk -v folder=layouts -f layouts.awk layouts/layouts.csv >layouts_table.c
function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}
BEGIN {
    print "#include \"games/pacman/maze.h\""
    print "const pac_named_layout pac_layouts[] = {"
}
{
    comma = index($0, ",")
    name = substr($0, 1, comma - 1)
    file = folder "/" name ".lay"
    names = names name "|"
    print "    {" quoted(name) ", " quoted(substr($0, comma + 1)) ","
    lines = 0
    while ((getline line <file) > 0) {
        print "     " quoted(line) " \"\\n\""
        lines++
    }
    close(file)
    if (lines == 0) {
        print "#error " file " is missing"
    }
    print "    },"
}
END {
    print "    {0, 0, 0},\n};"
    print "const char pac_layout_names[] = \"" names "FILE.lay\";"
}
