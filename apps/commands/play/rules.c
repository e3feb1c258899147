/* hra rules: how a game is played, in words. */
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/rules_pages.h"
#include "speech/pager.h"
#include "term/markdown.h"

enum { WIDEST = 100, MOST_LINES = 1000, CHAPTERS = 16 };

static const args_option options[] = {
    {0},
};

const rules_page *rules_page_in(const char *game, const char *language) {
    const rules_page *page = rules_pages;
    while (page->game && (strcmp(page->game, game) != 0 || strcmp(page->language, language) != 0))
        page++;
    return page->game ? page : NULL;
}

const rules_page *rules_page_of(const char *game) {
    const rules_page *page = rules_page_in(game, hra_language());
    return page ? page : rules_page_in(game, "en");
}

/* ---- chapters -------------------------------------------------------------------------------*/

const char *rules_chapter(const char *line) {
    bool article = strncmp(line, "## The ", 7) == 0;
    return strncmp(line, "## ", 3) == 0 ? line + (article ? 7 : 3) : NULL;
}

static bool begins(const char *title, const char *word) {
    return hra_is_word(title, hra_text_cut(title, SIZE_MAX, hra_text_columns(word)), word);
}

/* Which chapter of a page has a heading that begins so, from 0; -1: none has. */
static int chapter_number(const rules_page *page, const char *word) {
    int number = 0;
    for (const char *const *line = page->lines; *line; line++) {
        const char *title = rules_chapter(*line);
        if (title && begins(title, word))
            return number;
        number += title != NULL;
    }
    return -1;
}

/* The lines of the chapter whose heading begins so, here or on the page of another language, which has the
 * same chapters; they are ended by NULL. False: there is none. */
static bool find_chapter(const rules_page *page, const char *word, const char *out[MOST_LINES]) {
    int n = 0, left = chapter_number(page, word);
    for (const rules_page *other = rules_pages; other->game && left < 0; other++)
        if (strcmp(other->game, page->game) == 0)
            left = chapter_number(other, word);
    if (left < 0)
        return false;
    for (const char *const *line = page->lines; *line && n < MOST_LINES - 1; line++) {
        left -= rules_chapter(*line) != NULL;
        if (left == -1)
            out[n++] = *line;
    }
    out[n] = NULL;
    return true;
}

static int no_chapter(const rules_page *page, const char *word) {
    const char *titles[CHAPTERS];
    int n = 0;
    hra_error why;
    for (const char *const *line = page->lines; *line && n < CHAPTERS - 1; line++)
        if (rules_chapter(*line))
            titles[n++] = *line + 3;
    titles[n] = NULL;
    hra_fail_unknown(&why, -1, word, titles, "the rules of %s have no chapter '%.40s'; chapters:", page->game,
                     word);
    return print_failure(&why, NULL);
}

/* ---- the rules that options decide ------------------------------------------------------------*/

/* Cuts a text into its lines, ended by NULL; without memory for all of it into none. */
static void cut_lines(hra_text *text, const char *out[MOST_LINES]) {
    int n = 0;
    char *end, *line = text->err ? NULL : text->data;
    for (; line && n < MOST_LINES - 1 && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        out[n++] = line;
    }
    out[n] = NULL;
}

/* Appends the rules of this game that its options decide, where it tells them, as a chapter. An exit status.
 */
static int add_chosen(const char *spec, int width, hra_text *out) {
    setup s = {0};
    hra_text told, items;
    const char *lines[MOST_LINES];
    int status = setup_game(&s, spec, 0);
    hra_text_init(&told);
    hra_text_init(&items);
    if (status == EXIT_DONE && s.game->rules->text->say_rules) {
        s.game->rules->text->say_rules(s.game, &told);
        hra_text_addf(&items, _("## In %s\n"), s.game->spec);
        hra_text_add(&items, "\n");
        cut_lines(&told, lines);
        for (int i = 0; lines[i]; i++)
            hra_text_addf(&items, "- %s\n", lines[i]);
        hra_text_add(&items, "\n");
        cut_lines(&items, lines);
        prose_add(lines, width, out);
        out->err = out->err ? out->err : told.err ? told.err : items.err;
    }
    hra_text_release(&told);
    hra_text_release(&items);
    setup_release(&s);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int list_games(void) {
    print("%s\n", _("Missing GAME:"));
    for (const rules_page *page = rules_pages; page->game; page++)
        if (strcmp(page->language, "en") == 0)
            print("  hra rules %s\n", page->game);
    return EXIT_DONE;
}

static int run(const args *a) {
    int status = EXIT_DONE, width = print_style(-1).width;
    const char *chapter[MOST_LINES];
    hra_text text;
    if (!a->word_count)
        return list_games();
    const hra_rules *rules = setup_rules(a->words[0], &status);
    const rules_page *page = rules ? rules_page_of(rules->name) : NULL;
    if (!rules)
        return status;
    if (!page) {
        print_error(_("rules: this hra has no text of the rules of %s"), rules->name);
        return EXIT_FAILED;
    }
    if (a->word_count > 1 && !find_chapter(page, a->words[1], chapter))
        return no_chapter(page, a->words[1]);
    hra_text_init(&text);
    if (strcmp(page->language, hra_language()) != 0)
        hra_text_addf(&text, "%s\n\n", _("These rules are written in English."));
    width = width < WIDEST ? width : WIDEST;
    if (a->word_count == 1)
        status = add_chosen(a->words[0], width, &text);
    prose_add(a->word_count > 1 ? chapter : page->lines, width, &text);
    if (status == EXIT_DONE)
        return pages_show(&text);
    hra_text_release(&text);
    return status;
}

const args_command command_rules = {
    .name = "rules",
    .synopsis = "GAME [CHAPTER]",
    .summary = "show the rules of a game",
    .group = ARGS_PLAY,
    .details = "CHAPTER is the beginning of a heading: game, options, moves, positions, values,\n"
               "players, sources.\n"
               "\n"
               "  hra rules yahtzee\n"
               "  hra rules empire moves\n",
    .options = options,
    .max_words = 2,
    .run = run,
};
