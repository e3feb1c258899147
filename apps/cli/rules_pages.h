/* The pages of rules, docs/games/NAME/rules.md, as the program holds them: one text for both. */
#ifndef HRA_CLI_RULES_PAGES_H
#define HRA_CLI_RULES_PAGES_H

typedef struct rules_page {
    const char *game;
    const char *const *lines; /* Markdown, ended by NULL */
} rules_page;

extern const rules_page rules_pages[]; /* ended by a NULL game */

#endif
