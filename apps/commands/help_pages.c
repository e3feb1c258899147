/* Where pages of the documents are, in the language of the process. */
#include <string.h>

#include "commands.h"
#include "help_index.h"

void help_add_page(hra_text *t, const char *page) {
    size_t stem = strlen(page) - strlen(".md");
    hra_text translated;
    hra_text_init(&translated);
    hra_text_addf(&translated, "docs/%.*s.%s.md", (int)stem, page, hra_language());
    bool found = false;
    for (const char *const *path = help_translations; *path && !found; path++)
        found = strcmp(*path, print_string(&translated)) == 0;
    if (found)
        hra_text_add(t, print_string(&translated));
    else
        hra_text_addf(t, "docs/%s", page);
    hra_text_release(&translated);
}

static bool is_spoken(const help_term *t) {
    return t->language && strcmp(t->language, hra_language()) == 0;
}

bool help_is_shown(const help_term *t) {
    bool spoken = is_spoken(t);
    for (const help_term *other = help_index; !t->language && !spoken && other->terms; other++)
        if (is_spoken(other) && strcmp(other->page, t->page) == 0)
            return false;
    return !t->language || spoken;
}

bool help_has_page(const char *page) {
    for (const help_term *t = help_index; t->terms; t++)
        if (strcmp(t->page, page) == 0)
            return true;
    return false;
}
