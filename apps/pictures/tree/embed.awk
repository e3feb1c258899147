# Makes an array of C strings out of a text file, one a line:
#     awk -v name=picture_svg_script -f embed.awk svg.js >svg_script.c
BEGIN {
    printf "extern const char *const %s[];\nconst char *const %s[] = {\n", name, name
}
{
    line = ""
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (c == "\\" || c == "\"") {
            line = line "\\"
        }
        line = line c
    }
    printf "    \"%s\\n\",\n", line
}
END {
    print "    0,\n};"
}
