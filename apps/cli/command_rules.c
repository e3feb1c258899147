/* hra rules: how a game is played, in words. */
#include <ctype.h>
#include <string.h>

#include "commands.h"
#include "rules_pages.h"
#include "setup.h"
#include "term/pages.h"
#include "term/prose.h"

enum { WIDEST = 100, MOST_LINES = 1000, CHAPTERS = 16 };

static const args_option options[] = {
    {0},
};

static const rules_page *page_of(const char *game) {
    const rules_page *page = rules_pages;
    while (page->game && strcmp(page->game, game) != 0)
        page++;
    return page->game ? page : NULL;
}

/* ---- chapters -------------------------------------------------------------------------------*/

/* The heading of a chapter; NULL: the line is none. */
static const char *chapter_of(const char *line) {
    return strncmp(line, "## ", 3) == 0 ? line + 3 : NULL;
}

static bool begins(const char *title, const char *word) {
    if (strncmp(title, "The ", 4) == 0)
        title += 4;
    while (*word && tolower((unsigned char)*word) == tolower((unsigned char)*title))
        word++, title++;
    return !*word;
}

/* The lines of the chapter whose heading begins so, ended by NULL; false: there is none. */
static bool find_chapter(const rules_page *page, const char *word, const char *out[MOST_LINES]) {
    int n = 0;
    bool inside = false;
    for (const char *const *line = page->lines; *line && n < MOST_LINES - 1; line++) {
        const char *title = chapter_of(*line);
        if (title && inside)
            break;
        inside = inside || (title && begins(title, word));
        if (inside)
            out[n++] = *line;
    }
    out[n] = NULL;
    return n > 0;
}

static int no_chapter(const rules_page *page, const char *word) {
    const char *titles[CHAPTERS];
    int n = 0;
    hra_error why;
    for (const char *const *line = page->lines; *line && n < CHAPTERS - 1; line++)
        if (chapter_of(*line))
            titles[n++] = chapter_of(*line);
    titles[n] = NULL;
    hra_fail_unknown(&why, -1, word, titles, "the rules of %s have no chapter '%.40s'; there are", page->game,
                     word);
    return say_failure(&why, NULL);
}

/* ---- the command ----------------------------------------------------------------------------*/

static int list_games(void) {
    say("%s\n", _("Which game?"));
    for (const rules_page *page = rules_pages; page->game; page++)
        say("  hra rules %s\n", page->game);
    return EXIT_DONE;
}

static int run(const args *a) {
    int status = EXIT_DONE, width = say_look(-1).width;
    const char *chapter[MOST_LINES];
    hra_text text;
    if (!a->word_count)
        return list_games();
    const hra_rules *rules = setup_rules(a->words[0], &status);
    const rules_page *page = rules ? page_of(rules->name) : NULL;
    if (!rules)
        return status;
    if (!page) {
        say_error(_("rules: no rules of %s are written down here"), rules->name);
        return EXIT_FAILED;
    }
    if (a->word_count > 1 && !find_chapter(page, a->words[1], chapter))
        return no_chapter(page, a->words[1]);
    hra_text_init(&text);
    prose_add(a->word_count > 1 ? chapter : page->lines, width < WIDEST ? width : WIDEST, &text);
    return pages_show(&text);
}

const args_command command_rules = {
    .name = "rules",
    .synopsis = "GAME [CHAPTER]",
    .summary = "how a game is played, with its options, moves and positions",
    .details = "A chapter is named by the beginning of its heading: game, options, moves, positions, values, "
               "players, "
               "sources.\n\n"
               "  hra rules yahtzee\n"
               "  hra rules empire moves\n",
    .options = options,
    .max_words = 2,
    .run = run,
};
