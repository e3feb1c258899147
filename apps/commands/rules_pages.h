/* The pages of rules, src/games/NAME/rules.md and rules.cs.md, as the program holds them: one text for both. */
#ifndef HRA_COMMANDS_RULES_PAGES_H
#define HRA_COMMANDS_RULES_PAGES_H

typedef struct rules_page {
    const char *game, *language; /* "en", "cs" */
    const char *const *lines;    /* Markdown, ended by NULL */
} rules_page;

extern const rules_page rules_pages[]; /* ended by a NULL game */

/* That of a game in a language; NULL: there is none. */
const rules_page *rules_page_in(const char *game, const char *language);
/* That of a game in the language of the process, else in English; NULL: there is none. */
const rules_page *rules_page_of(const char *game);
/* The heading of a chapter without its article; NULL: the line is none. */
const char *rules_chapter(const char *line);

#endif
