/* hra games, hra methods, hra players: what there is. */
#include "lists.h"

#include <ctype.h>
#include <string.h>

#include "about.h"
#include "commands/commands.h"
#include "commands/open_game.h"
#include "hra/learn.h"
#include "hra/term.h"

static const args_option options[] = {
    {.name = "terms", .help = N_("list the terms of GAME for formulas: eval=expr(...)")},
    {.name = "json", .help = "print JSON"},
    {0},
};

/* ---- as text --------------------------------------------------------------------------------*/

void lists_print_options(const hra_option *table) {
    hra_text values;
    hra_text_init(&values);
    for (const hra_option *o = table; o && o->name; o++) {
        hra_text_clear(&values);
        hra_option_describe(o, &values);
        print("      %s=%s%s%s%s\n", o->name, print_string(&values), o->fallback ? "  [" : "",
              o->fallback ? o->fallback : "", o->fallback ? "]" : "");
        if (o->help)
            print_list_entry("", 10, _(o->help));
    }
    hra_text_release(&values);
}

/* The help of an option of what every game has, where a game makes it another one: `trained` has a model of its own or none, and
 * a formula is made of its terms. */
static void add_help(hra_text *line, const hra_rules *rules, const char *owner, const hra_option *o) {
    const hra_rules_catalogue *own = hra_rules_offers(rules);
    if (strcmp(owner, "trained") == 0 && strcmp(o->name, "file") == 0)
        hra_text_add(line, own->learnt ? _("model file written by hra learn (default: built in)")
                                       : _("model file written by hra learn; required"));
    else if (strcmp(owner, "expr") == 0 && o->type == HRA_OPTION_BARE && own->terms)
        hra_text_addf(line, _("the formula, such as expr(2*%s)"), own->terms->name);
    else
        hra_text_add(line, _(o->help));
}

/* A player or an evaluation, of a game or of any (rules NULL, which has no options); with `all` its options too, one line each. */
static void list_named(const hra_rules *rules, const char *name, const char *summary, const hra_option *table,
                       bool all) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "      %s", name);
    print_list_entry(print_string(&line), 19, _(summary));
    for (const hra_option *o = table; all && o && o->name; o++) {
        hra_text_clear(&line);
        hra_text_addf(&line, "%s=", o->name);
        hra_option_describe(o, &line);
        if (o->fallback)
            hra_text_addf(&line, "  [%s]", o->fallback);
        if (o->help) {
            hra_text_add(&line, "  ");
            add_help(&line, rules, name, o);
        }
        print_list_entry("", 10, print_string(&line));
    }
    hra_text_release(&line);
}

static bool is_same(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return !*a && !*b;
}

void lists_print_title(const char *name, const char *title, const char *summary) {
    hra_text text;
    hra_text_init(&text);
    if (title && !is_same(title, name))
        hra_text_addf(&text, "%s: ", _(title));
    hra_text_add(&text, _(summary));
    print_list_entry(name, (int)strlen(name) + 2, print_string(&text));
    hra_text_release(&text);
}

bool lists_has_own(const hra_rules *rules, const char *name) {
    for (const hra_player_kind *const *e = hra_rules_offers(rules)->experts; e && *e; e++)
        if (strcmp((*e)->name, name) == 0)
            return true;
    return false;
}

/* The sizes of the encoding that training programs use, of the game as it opens without options; a tree
 * cannot be opened so. */
static int list_numbers(const hra_rules *rules) {
    hra_game *game = NULL;
    hra_err err = hra_game_open(&game, NULL, rules->name, NULL);
    if (err)
        return err == HRA_ENOMEM ? print_no_memory() : EXIT_DONE;
    const hra_encoding e = hra_encoding_of(game);
    if (e.features || e.actions || e.terms)
        print(_("    encoding: features %d, actions %d, terms %d\n"), e.features, e.actions, e.terms);
    hra_game_close(game);
    return EXIT_DONE;
}

/* Number of seats of the level below in the match that compares levels. */
static int count_others(const char *match) {
    int n = 0;
    for (const char *at = match; (at = strstr(at, " -")) != NULL; at++)
        n++;
    return n;
}

/* How a level compares with the one below it, which has this number. */
static void add_figure(hra_text *line, const hra_levels *levels, const hra_level *level, int below) {
    double figure = level->figure, error = level->error;
    switch (levels->measure) {
    case HRA_LEVELS_BY_SCORE:
        if (count_others(levels->match) > 1)
            hra_text_addf(line, _("; scores %.0f ± %.0f %% in games with %d players of level %d"),
                          100 * figure, 100 * error, count_others(levels->match), below);
        else
            hra_text_addf(line, _("; scores %.0f ± %.0f %% against level %d"), 100 * figure, 100 * error,
                          below);
        break;
    case HRA_LEVELS_BY_RESULT:
        hra_text_addf(line, _("; wins %.2F ± %.2F points a game from level %d"), figure, error, below);
        break;
    case HRA_LEVELS_BY_OWN_RESULT:
        hra_text_addf(line, _("; scores %.0f ± %.0f points more than level %d"), figure, error, below);
        break;
    case HRA_LEVELS_BY_OPPONENT:
        hra_text_addf(line, _("; costs the other side %.0f ± %.0f points more than level %d"), figure, error,
                      below);
        break;
    }
}

static void list_levels(const hra_levels *levels) {
    hra_text line, head;
    if (!levels)
        return;
    hra_text_init(&line);
    hra_text_init(&head);
    print("    %s\n", _("levels:"));
    for (int i = 0; levels->of[i].player; i++) {
        hra_text_clear(&line);
        hra_text_clear(&head);
        hra_text_addf(&head, "      %d  %s", i + 1, levels->of[i].player);
        hra_text_add(&line, _(levels->of[i].play));
        if (levels->of[i].games)
            add_figure(&line, levels, &levels->of[i], i);
        print_list_entry(print_string(&head), 19, print_string(&line));
    }
    hra_text_release(&line);
    hra_text_release(&head);
}

static int list_game(const hra_rules *rules, bool all) {
    hra_option table[HRA_MAX_OPTIONS + 1];
    const hra_player_kind *general;
    const hra_evaluation *estimate;
    const hra_rules_catalogue *own = hra_rules_offers(rules);
    lists_print_title(rules->name, rules->text->title, rules->text->summary);
    hra_rules_options(rules, table);
    lists_print_options(table);
    print("    %s\n", _("players:"));
    list_named(rules, "human", _("you"), NULL, all);
    for (const hra_player_kind *const *e = own->experts; e && *e; e++)
        list_named(rules, (*e)->name, (*e)->summary, (*e)->options, all);
    for (const hra_model *m = own->models; m && m->name; m++)
        list_named(rules, m->name, m->help, NULL, all);
    for (int i = 0; (general = hra_registry_player(NULL, i)) != NULL; i++)
        if (!general->title && !lists_has_own(rules, general->name) && (!general->program || own->protocols))
            list_named(rules, general->name, general->summary, general->options, all);
    print("    %s\n", _("evaluations:"));
    for (const hra_evaluation *e = own->evaluations; e && e->name; e++)
        list_named(rules, e->name, e->help, e->options, all);
    for (int i = 0; (estimate = hra_general_evaluation(i)) != NULL; i++)
        if (own->terms || strcmp(estimate->name, "expr") != 0)
            list_named(rules, estimate->name, estimate->help, estimate->options, all);
    if (all)
        list_levels(own->levels);
    int status = all ? list_numbers(rules) : EXIT_DONE;
    if (!status)
        print("\n");
    return status;
}

static int write_terms(const hra_term *term) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "terms");
    for (; term->name; term++) {
        hra_json_object(&json, NULL);
        hra_json_text(&json, "name", term->name);
        hra_json_text(&json, "help", _(term->help));
        hra_json_number(&json, "least", term->least);
        hra_json_number(&json, "most", term->most);
        hra_json_bool(&json, "shared", term->shared);
        hra_json_end(&json);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    return print_json(&out);
}

static bool any_shared(const hra_term *term) {
    while (term->name && !term->shared)
        term++;
    return term->name != NULL;
}

/* The terms of formulas: a line each. */
static int list_terms(const hra_rules *rules, bool as_json) {
    const hra_term *term = hra_rules_offers(rules)->terms;
    hra_text line;
    if (!term) {
        print_error(_("games: %s has no terms for formulas"), rules->name);
        return EXIT_WRONG;
    }
    if (as_json)
        return write_terms(term);
    hra_text_init(&line);
    hra_text_addf(&line, _("Terms of %s for formulas, such as eval=expr(2*%s)."), rules->name, term->name);
    hra_text_add(&line, " ");
    hra_text_add(&line,
                 _("NAME is yours less the mean of the others; mine.NAME and theirs.NAME are the two."));
    if (any_shared(term)) {
        hra_text_add(&line, " ");
        hra_text_add(&line, _("Those marked * belong to the position."));
    }
    print_lines(print_string(&line));
    print("\n  ");
    print_cell(-16, _("term"));
    print_cell(16, _("range"));
    print("  %s\n", _("meaning"));
    for (; term->name; term++) {
        hra_text_clear(&line);
        hra_text_addf(&line, "%G..%G", term->least, term->most);
        print("%c ", term->shared ? '*' : ' ');
        print_cell(-16, term->name);
        print_cell(16, print_string(&line));
        print("  %s\n", _(term->help));
    }
    hra_text_release(&line);
    return EXIT_DONE;
}

/* ---- the commands ---------------------------------------------------------------------------*/

static int run_games(const args *a) {
    int status = EXIT_DONE;
    const hra_rules *only = NULL;
    if (a->word_count) {
        only = setup_rules(a->words[0], &status);
        if (!only)
            return status;
    }
    if (args_given(a, "terms") && !only) {
        print_error(_("games: --terms needs a game, such as 'hra games checkers --terms'"));
        return EXIT_WRONG;
    }
    if (args_given(a, "terms"))
        return list_terms(only, args_given(a, "json"));
    if (args_given(a, "json")) {
        hra_text out;
        hra_text_init(&out);
        hra_json json = hra_json_begin(&out);
        hra_json_games(&json, NULL, NULL, only);
        return print_json(&out);
    }
    if (only)
        return list_game(only, true);
    for (int i = 0; hra_registry_game(NULL, i); i++)
        (void)list_game(hra_registry_game(NULL, i), false);
    print("%s\n", _("'hra games GAME' also lists the options of its players and evaluations."));
    return EXIT_DONE;
}

const args_command command_games = {
    .name = "games",
    .pages = true,
    .synopsis = "[GAME]",
    .summary = "list games, players and evaluations",
    .group = ARGS_PLAY,
    .details = "With GAME it also lists the options of the players and evaluations, and the\n"
               "size of the encoding for training.\n"
               "\n"
               "  hra games\n"
               "  hra games checkers\n"
               "  hra games checkers --terms\n",
    .options = options,
    .max_words = 1,
    .run = run_games,
};

/* Games, or passes over the records of a method that learns from these. */
static void print_length(uint64_t games) {
    char passes[64];
    (void)hra_snprintf(passes, sizeof passes, _n("%d pass", "%d passes", HRA_LEARN_PASSES), HRA_LEARN_PASSES);
    if (games)
        print("%11llu", (unsigned long long)games);
    else
        print_cell(11, passes);
}

/* The table of default lengths and options: a line a game and method. */
static void list_lengths(void) {
    const hra_learn_default *row;
    const char *last = NULL;
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(
        &line,
        _("Default lengths of 'hra learn', and options with another default in a game. A length is enough "
          "for the game, or takes about a minute on one core of an %s. * marks the default method."),
        hra_learn_machine());
    print_list_entry("", 0, print_string(&line));
    print("\n  ");
    print_cell(-13, _("game"));
    print_cell(-9, _("method"));
    print_cell(11, _("games"));
    print("  %s\n", _("options"));
    for (int i = 0; (row = hra_learn_default_at(i)) != NULL; i++) {
        const char *game = row->game ? row->game : row->small ? _("other, small") : _("other, large");
        hra_text_clear(&line);
        hra_text_addf(&line, "%s%s", row->method, row->suits ? " *" : "");
        print("  ");
        print_cell(-13, last && strcmp(last, game) == 0 ? "" : game);
        print_cell(-9, print_string(&line));
        print_length(row->games);
        print("%s%s\n", *row->options ? "  " : "", row->options);
        last = game;
    }
    hra_text_release(&line);
}

/* Methods of learning that one game alone has. */
static void list_own_methods(void) {
    const hra_learn_method *learnt;
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        const hra_rules *rules = hra_registry_game(NULL, g);
        for (int i = 0; (learnt = hra_learn_own_at(rules, i)) != NULL; i++) {
            if (i == 0) {
                print(_("Training methods of %s:"), rules->name);
                print("\n\n");
            }
            lists_print_title(learnt->name, learnt->title, learnt->summary);
            lists_print_options(learnt->options);
            print("\n");
        }
    }
}

static int run_methods(const args *a) {
    enum { METHODS = ABOUT_SEARCH | ABOUT_TRAINING };
    const hra_player_kind *method;
    const hra_learn_method *learnt;
    if (args_given(a, "json") && a->word_count)
        return about_print_json("methods", a->words[0], METHODS);
    if (a->word_count)
        return about_print(a->words[0], METHODS);
    if (args_given(a, "json")) {
        hra_text out;
        hra_text_init(&out);
        hra_json json = hra_json_begin(&out);
        hra_json_methods(&json, NULL, NULL);
        return print_json(&out);
    }
    for (int i = 0; (method = hra_registry_player(NULL, i)) != NULL; i++) {
        if (!method->title)
            continue;
        lists_print_title(method->name, method->title, method->summary);
        lists_print_options(method->options);
        print("\n");
    }
    print("%s\n\n", _("Training methods (hra learn):"));
    for (int i = 0; (learnt = hra_learn_method_at(i)) != NULL; i++) {
        lists_print_title(learnt->name, learnt->title, learnt->summary);
        lists_print_options(learnt->options);
        print("\n");
    }
    list_own_methods();
    list_lengths();
    return EXIT_DONE;
}

const args_command command_methods = {
    .name = "methods",
    .pages = true,
    .synopsis = "[NAME]",
    .summary = "list search and training methods",
    .group = ARGS_PLAY,
    .details = "With NAME it prints one method: its options and the games that it fits with\n"
               "their default options.\n"
               "\n"
               "  hra methods\n"
               "  hra methods td\n",
    .rare = true,
    .options = options,
    .max_words = 1,
    .run = run_methods,
};

/* ---- players --------------------------------------------------------------------------------*/

typedef struct listing {
    int kind;
    bool own; /* those of one game */
    const hra_rules *last;
} listing;

static void list_player(void *self, const about_thing *thing) {
    listing *l = self;
    if (thing->kind != l->kind || l->own != (thing->game != NULL))
        return;
    if (thing->game && thing->game != l->last) {
        print("\n");
        print(_("Players of %s:"), thing->game->name);
        print("\n");
    }
    l->last = thing->game;
    list_named(NULL, thing->name, thing->summary, NULL, false);
}

static int run_players(const args *a) {
    enum { PLAYERS = ABOUT_PLAYER | ABOUT_SEARCH };
    const char *name = a->word_count ? a->words[0] : NULL;
    if (args_given(a, "json"))
        return about_print_json("players", name, PLAYERS);
    if (name)
        return about_print(name, PLAYERS);
    print("%s\n", _("Players of every game:"));
    about_each(PLAYERS, list_player, &(listing){ABOUT_PLAYER, false, NULL});
    print("\n%s\n", _("Search methods, which play every game that they fit:"));
    about_each(PLAYERS, list_player, &(listing){ABOUT_SEARCH, false, NULL});
    about_each(PLAYERS, list_player, &(listing){ABOUT_PLAYER, true, NULL});
    print("\n%s\n", _("'hra players NAME' lists the options of one."));
    return EXIT_DONE;
}

const args_command command_players = {
    .name = "players",
    .pages = true,
    .synopsis = "[NAME]",
    .summary = "list players",
    .group = ARGS_PLAY,
    .details = "With NAME it prints one player: its options and its games.\n"
               "\n"
               "  hra players\n"
               "  hra players expert\n",
    .rare = true,
    .options = options,
    .max_words = 1,
    .run = run_players,
};
