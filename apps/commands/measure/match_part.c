/* --part I/N of hra match. */
#include "match_part.h"

#include <string.h>

bool match_part_read(const args *a, uint64_t games, hra_work_setup *how) {
    const char *text = args_text(a, "part", NULL);
    uint64_t index = 0, parts = 0;
    char first[24] = "";
    if (!text)
        return true;
    size_t length = strcspn(text, "/");
    if (text[length] == '/' && length < sizeof first) {
        memcpy(first, text, length);
        first[length] = '\0';
        if (!args_parse_number(first, &index) || !args_parse_number(text + length + 1, &parts))
            index = 0;
    }
    if (index < 1 || index > parts || parts > games) {
        print_error(_("%s: --part takes I/N, such as 1/4, with at least one game per part, not '%s'"),
                    a->command->name, text);
        return false;
    }
    if (!args_given(a, "output")) {
        print_error(_("%s: --part needs -o FILE"), a->command->name);
        return false;
    }
    if (!args_given(a, "seed")) {
        print_error(_("%s: --part needs --seed, the same for all parts"), a->command->name);
        return false;
    }
    /* The remainder is spread over the first parts, one game each. */
    uint64_t each = games / parts, more = games % parts;
    how->from = (index - 1) * each + (index - 1 < more ? index - 1 : more);
    how->to = how->from + each + (index - 1 < more);
    return true;
}
