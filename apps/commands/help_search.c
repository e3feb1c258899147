/* Looks for words in the index of the documents, and in the texts that commands and lists print anyway. */
#include "help_search.h"

#include <ctype.h>
#include <string.h>

#include "commands.h"
#include "help_index.h"
#include "hra/learn.h"
#include "rules_pages.h"

typedef struct search {
    char *const *words;
    int count;
    const char *heading; /* of the entries that follow; NULL: it was printed */
    int found;
} search;

/* ---- matching -------------------------------------------------------------------------------*/

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* SPRT, LOS, PV: capitals alone. */
static bool is_abbreviation(const char *word) {
    size_t n = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return n > 1 && !word[n];
}

/* A short word and an abbreviation must be whole words of the text, a longer one the beginning of a word. */
static bool begins(const char *text, const char *word) {
    enum { SHORT = 2 };
    size_t i = 0;
    while (word[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
        i++;
    return !word[i] && ((i > SHORT && !is_abbreviation(word)) || !is_letter(text[i]));
}

/* Whether a word of the text begins so; upper and lower case are equal. */
static bool has(const char *text, const char *word) {
    for (const char *at = text; *at; at++)
        if ((at == text || !is_letter(at[-1]) || !is_letter(*at)) && begins(at, word))
            return true;
    return false;
}

/* Whether the texts together, of which some may be NULL, have all words. */
static bool matches(const search *s, const char *const *texts, int count) {
    for (int i = 0; i < s->count; i++) {
        bool found = false;
        for (int k = 0; k < count && !found; k++)
            found = texts[k] && has(texts[k], s->words[i]);
        if (!found)
            return false;
    }
    return true;
}

/* In the language of the process; NULL stays NULL. */
static const char *translated(const char *text) {
    return text ? _(text) : NULL;
}

/* ---- printing -------------------------------------------------------------------------------*/

static void print_entry(search *s, const char *name, const char *text) {
    if (s->heading)
        print("%s%s\n", s->found ? "\n" : "", s->heading);
    s->heading = NULL;
    s->found++;
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "  %s", name);
    print_list_entry(print_string(&line), 34, text ? text : "");
    hra_text_release(&line);
}

/* An option of `owner`, as it is typed: "hra match --games N", "mcts:c=NUMBER". */
static void try_option(search *s, const char *owner, const char *name, const char *value, const char *help) {
    hra_text typed;
    hra_text_init(&typed);
    hra_text_addf(&typed, "%s%s", owner, name);
    if (value)
        hra_text_add(&typed, value);
    if (matches(s, (const char *const[]){name, help}, 2))
        print_entry(s, print_string(&typed), help);
    hra_text_release(&typed);
}

/* ---- where it looks -------------------------------------------------------------------------*/

/* A page in the language of the process is found by its English terms, too. */
static bool matches_page(const search *s, const help_term *t) {
    if (matches(s, (const char *const[]){t->terms, t->sentence}, 2))
        return true;
    for (const help_term *e = help_index; t->language && e->terms; e++)
        if (!e->language && strcmp(e->page, t->page) == 0 &&
            matches(s, (const char *const[]){e->terms, e->sentence, t->terms, t->sentence}, 4))
            return true;
    return false;
}

static void search_index(search *s) {
    s->heading = _("Pages:");
    for (const help_term *t = help_index; t->terms; t++) {
        hra_text page;
        hra_text_init(&page);
        help_add_page(&page, t->page);
        if (help_is_shown(t) && matches_page(s, t))
            print_entry(s, print_string(&page), t->sentence);
        hra_text_release(&page);
    }
}

static void search_commands(search *s) {
    const args_command *c;
    s->heading = _("Commands:");
    for (int i = 0; (c = command_at(i)) != NULL; i++) {
        char owner[64], value[96];
        if (c->stands_for)
            continue;
        hra_snprintf(owner, sizeof owner, "hra %s", c->name);
        if (matches(s, (const char *const[]){c->name, c->summary, translated(c->summary)}, 3))
            print_entry(s, owner, translated(c->summary));
        hra_snprintf(owner, sizeof owner, "hra %s --", c->name);
        for (const args_option *o = c->options; o && o->name; o++) {
            hra_snprintf(value, sizeof value, " %s", o->value ? _(o->value) : "");
            try_option(s, owner, o->name, o->value ? value : NULL, translated(o->help));
        }
    }
}

static void search_options(search *s, const char *owner, const hra_option *table) {
    char name[96];
    hra_snprintf(name, sizeof name, "%s:", owner);
    for (const hra_option *o = table; o && o->name; o++)
        try_option(s, name, o->name, o->type == HRA_OPTION_FLAG ? NULL : "=...", translated(o->help));
}

static void search_named(search *s, const char *name, const char *title, const char *summary,
                         const hra_option *table) {
    if (matches(s, (const char *const[]){name, title, summary, translated(summary)}, 4))
        print_entry(s, name, translated(summary));
    search_options(s, name, table);
}

static void search_players(search *s) {
    const hra_player_kind *kind;
    const hra_learn_method *learnt;
    s->heading = _("Players and methods:");
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        search_named(s, kind->name, kind->title, kind->summary, kind->options);
    s->heading = _("Training methods, for hra learn:");
    for (int i = 0; (learnt = hra_learn_method_at(i)) != NULL; i++)
        search_named(s, learnt->name, learnt->title, learnt->summary, learnt->options);
}

static void search_games(search *s) {
    s->heading = _("Games:");
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        hra_option table[HRA_MAX_OPTIONS + 1];
        const hra_rules *rules = hra_registry_game(NULL, i);
        const hra_rules_catalogue *own = hra_rules_offers(rules);
        char owner[96];
        hra_rules_options(rules, table);
        search_named(s, rules->name, rules->text->title, rules->text->summary, table);
        for (const hra_player_kind *const *e = own->experts; e && *e; e++) {
            hra_snprintf(owner, sizeof owner, "%s %s", rules->name, (*e)->name);
            search_named(s, owner, NULL, (*e)->summary, (*e)->options);
        }
        for (const hra_evaluation *e = own->evaluations; e && e->name; e++) {
            hra_snprintf(owner, sizeof owner, "%s eval=%s", rules->name, e->name);
            search_named(s, owner, NULL, e->help, e->options);
        }
    }
}

/* ---- pages of rules -------------------------------------------------------------------------*/

/* Adds a line of Markdown without its marks: of [text](target) the text, of a row of a table the cells. */
static void add_plain(const char *line, hra_text *out) {
    if (out->length)
        hra_text_add_char(out, ' ');
    for (line += strspn(line, "#|-> "); *line; line++) {
        const char *close = *line == ']' && line[1] == '(' ? strchr(line, ')') : NULL;
        const size_t cell = strspn(line, " |");
        if (close)
            line = close;
        else if (cell && memchr(line, '|', cell) && !line[cell])
            return;
        else if (cell && memchr(line, '|', cell))
            hra_text_add(out, "; "), line += cell - 1;
        else if (!strchr("`*|[", *line))
            hra_text_add_char(out, *line);
    }
}

/* A line that goes on with the one before: neither a row, an item nor a heading. */
static bool goes_on(const char *line) {
    return *line && !strchr("|-#`<", *line);
}

/* The sentence of a paragraph that has the first word. */
static void add_sentence(const search *s, const char *paragraph, hra_text *out) {
    for (const char *from = paragraph; *from; from += strspn(from, " ")) {
        const char *stop = strstr(from, ". ");
        const size_t n = stop ? (size_t)(stop + 1 - from) : strlen(from);
        hra_text_clear(out);
        hra_text_add_bytes(out, from, n);
        if (has(print_string(out), s->words[0]))
            return;
        from += n;
    }
    hra_text_clear(out);
    hra_text_add(out, paragraph);
}

/* The heading of a chapter, from 1 on; 0: what is before the first one. */
static const char *heading_of(const rules_page *page, int chapter) {
    for (const char *const *line = page->lines; chapter && *line; line++)
        if (rules_chapter(*line) && --chapter == 0)
            return rules_chapter(*line);
    return "";
}

/* Prints where a chapter is read: "hra rules chess Moves", by the first word of its heading. */
static void print_chapter(search *s, const rules_page *shown, int chapter, const char *sentence) {
    hra_text name;
    const char *heading = heading_of(shown, chapter);
    hra_text_init(&name);
    hra_text_addf(&name, "hra rules %s", shown->game);
    if (*heading)
        hra_text_addf(&name, " %.*s", (int)strcspn(heading, " ,"), heading);
    print_entry(s, print_string(&name), sentence);
    hra_text_release(&name);
}

/* Prints the first paragraph of each chapter that has the words; of a page that is not the one that is shown, which has the
 * same chapters, with `summary` instead. Returns how many. */
static int search_rules_page(search *s, const rules_page *page, const rules_page *shown,
                             const char *summary) {
    int chapter = 0, done = -1, found = 0;
    hra_text paragraph, sentence;
    hra_text_init(&paragraph);
    hra_text_init(&sentence);
    for (const char *const *line = page->lines; *line; line++) {
        chapter += rules_chapter(*line) != NULL;
        add_plain(*line, &paragraph);
        if (line[1] && **line && goes_on(line[1]))
            continue;
        if (chapter != done && matches(s, (const char *const[]){print_string(&paragraph)}, 1)) {
            add_sentence(s, print_string(&paragraph), &sentence);
            print_chapter(s, shown, chapter, page == shown ? print_string(&sentence) : summary);
            done = chapter;
            found++;
        }
        hra_text_clear(&paragraph);
    }
    hra_text_release(&paragraph);
    hra_text_release(&sentence);
    return found;
}

/* In the language of the process; what is not found there, in English too. */
static void search_rules(search *s) {
    s->heading = _("Rules:");
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const char *game = hra_registry_game(NULL, i)->name,
                   *summary = translated(hra_registry_game(NULL, i)->text->summary);
        const rules_page *shown = rules_page_of(game), *english = rules_page_in(game, "en");
        if (shown && !search_rules_page(s, shown, shown, summary) && english && english != shown)
            search_rules_page(s, english, shown, summary);
    }
}

int help_search(int count, char *const *words) {
    search s = {.words = words, .count = count};
    if (count == 0) {
        print_error("%s", _("help: missing words to search for, such as 'hra help --search SPRT'"));
        return EXIT_WRONG;
    }
    search_index(&s);
    search_commands(&s);
    search_players(&s);
    search_games(&s);
    search_rules(&s);
    if (s.found)
        return EXIT_DONE;
    print_error(_("found nothing for '%s'; 'hra help all' lists all commands, docs/README.md all pages"),
                words[0]);
    return EXIT_FAILED;
}
