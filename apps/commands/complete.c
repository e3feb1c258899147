/* hra --complete WORD...: what the last word of a command line may go on as, a line each; for shells. A last line "*" says
 * that a file may be meant too, as it may if there is no line at all. */
#include <string.h>

#include "commands.h"
#include "complete.h"
#include "hra/learn.h"
#include "hra/protocol.h"
#include "play/about.h"
#include "rules_pages.h"
#include "saved_numbers.h"

enum { FEW = 20 }; /* whole numbers that are listed one by one */

typedef struct completion {
    const args_command *command;
    const char *typed;
    const hra_rules *rules; /* of the game that was named; NULL: none was */
    const args_verb *verb;  /* stands where a game would: a file is to follow; NULL: none does */
    bool resumes;           /* a saved game goes on */
    bool files;             /* a file may be meant */
    hra_text out;
} completion;

/* A word that begins with what was typed: head, a name and a tail. */
static void offer(completion *c, const char *head, size_t head_length, const char *name, size_t length,
                  const char *tail) {
    hra_text word;
    hra_text_init(&word);
    hra_text_addf(&word, "%.*s%.*s%s", (int)head_length, head, (int)length, name, tail);
    if (strncmp(hra_text_string(&word), c->typed, strlen(c->typed)) == 0)
        hra_text_addf(&c->out, "%s\n", hra_text_string(&word));
    c->out.err = c->out.err ? c->out.err : word.err;
    hra_text_release(&word);
}

static void offer_word(completion *c, const char *word) {
    offer(c, "", 0, word, strlen(word), "");
}

/* ---- options of specs -----------------------------------------------------------------------*/

static void offer_evaluations(completion *c, const char *head, size_t length) {
    const hra_evaluation *e = c->rules ? hra_rules_offers(c->rules)->evaluations : NULL;
    for (; e && e->name; e++)
        offer(c, head, length, e->name, strlen(e->name), "");
    for (int i = 0; (e = hra_general_evaluation(i)) != NULL; i++)
        offer(c, head, length, e->name, strlen(e->name), "(");
}

/* Values to which a game gives names. */
static void offer_named_values(completion *c, const char *option, const char *head, size_t length) {
    hra_text values;
    hra_text_init(&values);
    c->rules->text->option_values(option, &values);
    for (const char *at = hra_text_string(&values); *at; at += strcspn(at, "\n") + 1)
        offer(c, head, length, at, strcspn(at, "\n"), "");
    c->out.err = c->out.err ? c->out.err : values.err;
    hra_text_release(&values);
}

/* The values of an option behind head, which ends with "=". A word in capitals stands for anything else. */
static void offer_values(completion *c, const hra_option *o, const char *head, size_t length) {
    const char *at = o->type == HRA_OPTION_FLAG ? "yes|no" : o->choices ? o->choices : "";
    bool numbers = o->type == HRA_OPTION_INT || o->type == HRA_OPTION_THREADS;
    char number[32];
    while (*at) {
        size_t n = strcspn(at, "|");
        if (*at < 'A' || *at > 'Z')
            offer(c, head, length, at, n, "");
        at += n + (at[n] == '|');
    }
    for (double value = o->min; numbers && o->max - o->min < FEW && value <= o->max; value++) {
        hra_snprintf(number, sizeof number, "%.0f", value);
        offer(c, head, length, number, strlen(number), "");
    }
    if (o->type == HRA_OPTION_TEXT && c->rules && c->rules->text->option_values)
        offer_named_values(c, o->name, head, length);
    if (o->type == HRA_OPTION_SPEC && strcmp(o->name, "eval") == 0)
        offer_evaluations(c, head, length);
}

/* Whether a key is among "key=value,key" already. */
static bool is_given(const char *options, const char *end, const char *key) {
    size_t length = strlen(key);
    for (const char *at = options; at < end; at += strcspn(at, ",") + 1)
        if (strncmp(at, key, length) == 0 && strchr("=,", at[length]))
            return true;
    return false;
}

/* The options of a spec that is typed as far as its colon or farther. */
static void offer_options(completion *c, const hra_option *table) {
    const char *options = strchr(c->typed, ':') + 1, *last = options;
    for (const char *at = options; *at; at++) {
        if (*at == '(' || *at == '"')
            return; /* a spec within a value */
        last = *at == ',' ? at + 1 : last;
    }
    const char *value = strchr(last, '=');
    for (const hra_option *o = table; o && o->name; o++)
        if (!value && !is_given(options, last, o->name))
            offer(c, c->typed, (size_t)(last - c->typed), o->name, strlen(o->name),
                  o->type == HRA_OPTION_FLAG ? "" : "=");
        else if (value && strncmp(last, o->name, (size_t)(value - last)) == 0 && !o->name[value - last])
            offer_values(c, o, c->typed, (size_t)(value + 1 - c->typed));
}

/* A name, or options where the spec that is typed is that of this name. */
static void offer_spec(completion *c, const char *name, const hra_option *table) {
    const char *colon = strchr(c->typed, ':');
    size_t length = colon ? (size_t)(colon - c->typed) : 0;
    if (!colon)
        offer_word(c, name);
    else if (strncmp(c->typed, name, length) == 0 && !name[length])
        offer_options(c, table);
}

/* ---- games and players ----------------------------------------------------------------------*/

static void offer_games(completion *c) {
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        hra_option table[HRA_MAX_OPTIONS + 1];
        hra_rules_options(rules, table);
        c->rules = rules;
        offer_spec(c, rules->name, table);
    }
}

/* Every player takes a name besides its own options. */
static void offer_player(completion *c, const char *name, const hra_option *own) {
    hra_option table[HRA_MAX_OPTIONS + 2];
    int n = 0;
    for (const hra_option *o = own; o && o->name && n < HRA_MAX_OPTIONS; o++)
        table[n++] = *o;
    table[n++] = (hra_option){.name = "name", .type = HRA_OPTION_TEXT};
    table[n] = (hra_option){0};
    offer_spec(c, name, table);
}

static void offer_players(completion *c) {
    const hra_player_kind *general;
    const hra_rules_catalogue *own = c->rules ? hra_rules_offers(c->rules) : NULL;
    if (strcmp(c->command->name, "play") == 0)
        offer_word(c, "human");
    for (const hra_player_kind *const *e = own ? own->experts : NULL; e && *e; e++)
        offer_player(c, (*e)->name, (*e)->options);
    for (const hra_model *m = own ? own->models : NULL; m && m->name; m++)
        offer_player(c, m->name, NULL);
    for (int i = 0; (general = hra_registry_player(NULL, i)) != NULL; i++) {
        bool replaced = c->rules && lists_has_own(c->rules, general->name);
        if (!replaced && (!general->program || (own && own->protocols)))
            offer_player(c, general->name, general->options);
    }
}

static void offer_chapters(completion *c) {
    const rules_page *page = c->rules ? rules_page_of(c->rules->name) : NULL;
    for (const char *const *line = page ? page->lines : NULL; line && *line; line++) {
        const char *title = rules_chapter(*line);
        if (!title)
            continue;
        hra_text word; /* small, as it is typed */
        hra_text_init(&word);
        for (; *title && *title != ' '; title++)
            hra_text_add_char(&word, (char)(*title >= 'A' && *title <= 'Z' ? *title | 0x20 : *title));
        offer_word(c, hra_text_string(&word));
        hra_text_release(&word);
    }
}

/* ---- the line -------------------------------------------------------------------------------*/

static void offer_commands(completion *c) {
    for (int i = 0; command_at(i); i++)
        if (!command_at(i)->stands_for)
            offer_word(c, command_at(i)->name);
}

static void offer_protocols(completion *c) {
    for (int i = 0; hra_protocol_known(i); i++)
        offer_word(c, hra_protocol_known(i)->name);
    offer_word(c, "check");
}

/* The option that a word names and whose value is the next one; NULL: it names none. */
static const args_option *wants_value(const args_command *command, const char *word) {
    for (const args_option *o = command->options; o && o->name; o++) {
        bool letter = o->letter && word[0] == '-' && word[1] == o->letter && !word[2];
        bool whole = strncmp(word, "--", 2) == 0 && strcmp(word + 2, o->name) == 0;
        if ((letter || whole) && o->value && o->value[0] != '[')
            return o;
    }
    return NULL;
}

static void offer_dashes(completion *c) {
    for (const args_option *o = c->command->options; o && o->name; o++)
        if (!o->alias && (!c->verb || args_verb_takes(c->verb, o->name)))
            offer(c, "--", 2, o->name, strlen(o->name), "");
    offer_word(c, "--help");
}

static void offer_saved(void *self, const char *name) {
    offer_word(self, name);
}

/* What a value that is described so in the help may be. */
static void offer_value(completion *c, const char *what) {
    const hra_learn_method *kind;
    if (strncmp(what, "PLAYER", 6) == 0) {
        offer_players(c);
    } else if (strcmp(what, "METHOD") == 0) {
        for (int i = 0; c->rules && (kind = hra_learn_own_at(c->rules, i)) != NULL; i++)
            offer_spec(c, kind->name, kind->options);
        for (int i = 0; (kind = hra_learn_method_at(i)) != NULL; i++)
            offer_spec(c, kind->name, kind->options);
    } else if (c->command == &command_plays && strcmp(what, "NAME") == 0) {
        saved_each(offer_saved, c);
    } else if (strspn(what, "abcdefghijklmnopqrstuvwxyz|") == strlen(what))
        offer_values(c, &(hra_option){.type = HRA_OPTION_CHOICE, .choices = what}, "", 0);
}

static void offer_thing(void *self, const about_thing *thing) {
    offer_word(self, thing->name);
}

/* Whether a command reads games where a word may stand: saved ones by name, others from files. */
static bool reads_games(const completion *c, int place) {
    static const args_command *const first[] = {&command_replay, &command_analyse, &command_show};
    bool reads = c->resumes || (c->command == &command_review && !c->verb);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        reads = reads || (place == 0 && c->command == first[i]);
    return reads;
}

static void offer_argument(completion *c, int place) {
    const char *synopsis = c->command->synopsis;
    synopsis += *synopsis == '[';
    c->files = reads_games(c, place) || c->verb;
    if (reads_games(c, place))
        saved_each(offer_saved, c);
    if (c->resumes)
        return; /* its game and players are those of the file */
    for (const args_verb *verb = c->command->verbs; place == 0 && verb && verb->name; verb++)
        offer_word(c, verb->name);
    if (place == 0 && c->command == &command_engine)
        offer_protocols(c);
    else if (place == 0 && c->command == &command_methods)
        about_each(ABOUT_SEARCH | ABOUT_TRAINING, offer_thing, c);
    else if (place == 0 && c->command == &command_players)
        about_each(ABOUT_SEARCH | ABOUT_PLAYER, offer_thing, c);
    else if (place == 0 && strncmp(synopsis, "GAME", 4) == 0)
        offer_games(c);
    else if (place == 1 && strstr(synopsis, "CHAPTER"))
        offer_chapters(c);
    else if (place > 0 && !c->verb &&
             (strncmp(synopsis, "GAME PLAYER", 11) == 0 || strncmp(synopsis, "GAME [PLAYER", 12) == 0 ||
              c->command == &command_analyse))
        offer_players(c);
}

/* words[0] is the command, the last one is typed in part. */
static void offer_for(completion *c, int count, char *const *words) {
    const args_option *waits = NULL;
    int place = 0;
    for (int i = 1; i < count - 1; i++) {
        bool value = waits != NULL;
        c->resumes = c->resumes || (c->command == &command_play && strcmp(words[i], "--resume") == 0);
        waits = value ? NULL : wants_value(c->command, words[i]);
        if (value || words[i][0] == '-')
            continue;
        if (place++ == 0) {
            c->verb = args_find_verb(c->command, words[i]);
            char name[HRA_NAME_LENGTH];
            hra_snprintf(name, sizeof name, "%.*s", (int)strcspn(words[i], ":("), words[i]);
            c->rules = hra_registry_find_game(NULL, name);
        }
    }
    if (waits)
        offer_value(c, waits->value);
    else if (c->typed[0] == '-')
        offer_dashes(c);
    else
        offer_argument(c, place);
}

/* 'engine' and a protocol are a command of two words. */
static const args_command *find(int *count, char *const **words) {
    const args_command *command = command_find(**words), *protocol = NULL;
    if (command == &command_engine && *count > 2)
        protocol = command_engine_of((*words)[1]);
    *count -= protocol != NULL;
    *words += protocol != NULL;
    return protocol ? protocol : command;
}

int complete(int count, char *const *words) {
    completion c = {.typed = count > 0 ? words[count - 1] : ""};
    hra_text_init(&c.out);
    bool help = count == 2 && strcmp(words[0], "help") == 0;
    if (count > 1 && strcmp(words[0], "help") == 0 && !help) {
        if (count == 3 && command_find(words[1]) == &command_engine)
            offer_protocols(&c);
    } else if (count > 1 && !help) {
        c.command = find(&count, &words);
    }
    if (count < 2 || help)
        offer_commands(&c);
    if (help)
        offer_word(&c, "all");
    if (count < 2)
        offer_word(&c, "help");
    if (c.command)
        offer_for(&c, count, words);
    if (c.files && c.out.length && !strchr(c.typed, ':'))
        hra_text_add(&c.out, "*\n");
    return print_text(&c.out);
}
