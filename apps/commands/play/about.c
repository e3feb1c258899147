/* What is known of a method, a player or an evaluation: of all that have a name. */
#include <string.h>

#include "about.h"
#include "commands/commands.h"
#include "commands/help_index.h"
#include "hra/learn.h"
#include "lists.h"

enum { MOST_NAMES = 256 };

/* ---- all there are --------------------------------------------------------------------------*/

typedef struct walk {
    int kinds;
    void (*visit)(void *self, const about_thing *);
    void *self;
} walk;

static void visit(const walk *w, const about_thing *thing) {
    if (w->kinds & thing->kind)
        w->visit(w->self, thing);
}

static void visit_method(const walk *w, const hra_learn_method *m, const hra_rules *game) {
    visit(w, &(about_thing){ABOUT_TRAINING, m->name, m->title, m->summary, m->options, game, NULL});
}

static void visit_evaluation(const walk *w, const hra_evaluation *e, const hra_rules *game) {
    visit(w, &(about_thing){ABOUT_EVALUATION, e->name, NULL, e->help, e->options, game, NULL});
}

static void each_of_every_game(const walk *w) {
    const hra_player_kind *kind;
    const hra_learn_method *learnt;
    const hra_evaluation *estimate;
    visit(w, &(about_thing){ABOUT_PLAYER, "human", NULL, N_("a person"), NULL, NULL, NULL});
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        visit(w, &(about_thing){kind->title ? ABOUT_SEARCH : ABOUT_PLAYER, kind->name, kind->title,
                                kind->summary, kind->options, NULL, kind});
    for (int i = 0; (learnt = hra_learn_method_at(i)) != NULL; i++)
        visit_method(w, learnt, NULL);
    for (int i = 0; (estimate = hra_general_evaluation(i)) != NULL; i++)
        visit_evaluation(w, estimate, NULL);
}

static void each_of_one_game(const walk *w, const hra_rules *game) {
    const hra_rules_catalogue *own = hra_rules_offers(game);
    const hra_learn_method *learnt;
    for (const hra_player_kind *const *e = own->experts; e && *e; e++)
        visit(w, &(about_thing){ABOUT_PLAYER, (*e)->name, NULL, (*e)->summary, (*e)->options, game, NULL});
    for (const hra_model *m = own->models; m && m->name; m++)
        visit(w, &(about_thing){ABOUT_PLAYER, m->name, NULL, m->help, NULL, game, NULL});
    for (int i = 0; (learnt = hra_learn_own_at(game, i)) != NULL; i++)
        visit_method(w, learnt, game);
    for (const hra_evaluation *e = own->evaluations; e && e->name; e++)
        visit_evaluation(w, e, game);
}

void about_each(int kinds, void (*each)(void *self, const about_thing *), void *self) {
    const walk w = {kinds, each, self};
    each_of_every_game(&w);
    for (int i = 0; hra_registry_game(NULL, i); i++)
        each_of_one_game(&w, hra_registry_game(NULL, i));
}

/* ---- names ----------------------------------------------------------------------------------*/

typedef struct search {
    const char *name;
    int found; /* kinds */
} search;

static void compare(void *self, const about_thing *thing) {
    search *s = self;
    if (strcmp(thing->name, s->name) == 0)
        s->found |= thing->kind;
}

int about_kinds(const char *name, int kinds) {
    search s = {name, 0};
    about_each(kinds, compare, &s);
    return s.found;
}

const char *about_current(const char *name, int kinds) {
    static const hra_name_kind tables[] = {HRA_NAME_METHOD, HRA_NAME_PLAYER, HRA_NAME_EVALUATION};
    if (about_kinds(name, kinds))
        return name;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const hra_rename *row = hra_rename_find(tables[i], "", name, NULL);
        for (int g = 0; !row && hra_registry_game(NULL, g); g++)
            row = hra_rename_find(tables[i], hra_registry_game(NULL, g)->name, name, NULL);
        if (row && about_kinds(row->now, kinds))
            return row->now;
    }
    return name;
}

typedef struct collection {
    const char *names[MOST_NAMES + 1];
    int count;
} collection;

static void collect(void *self, const about_thing *thing) {
    collection *c = self;
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->names[i], thing->name) == 0)
            return;
    if (c->count < MOST_NAMES)
        c->names[c->count++] = thing->name;
}

static int unknown(const char *name, int kinds) {
    collection c = {.count = 0};
    hra_error why;
    about_each(kinds, collect, &c);
    if (kinds & ABOUT_TRAINING)
        hra_fail_unknown(&why, -1, name, c.names, "unknown method '%.40s'; methods:", name);
    else
        hra_fail_unknown(&why, -1, name, c.names, "unknown player '%.40s'; players:", name);
    return print_failure(&why, NULL);
}

/* ---- the games that a method fits -----------------------------------------------------------*/

/* Whether a search method fits the game. What takes long, such as solving it, is stopped at once, and then the
 * method fits. */
static bool search_fits(const hra_player_kind *kind, const hra_game *game) {
    hra_stop stop = {0};
    hra_player *player = NULL;
    hra_error why;
    hra_stop_set(&stop);
    const hra_progress stopped = {.stop = &stop};
    const hra_err err = hra_player_open_kind(&player, game, kind, "", NULL, &stopped, &why);
    hra_player_close(player);
    return err != HRA_EFIT;
}

static bool training_fits(const char *method, const hra_game *game) {
    hra_learner *learner = NULL;
    hra_text spec;
    hra_error why;
    hra_text_init(&spec);
    hra_err err = hra_learn_complete(game, method, &spec, NULL, &why);
    if (!err)
        err = hra_learner_open(&learner,
                               &(hra_learn_setup){.size = sizeof(hra_learn_setup),
                                                  .game = game,
                                                  .method = print_string(&spec),
                                                  .seed = 1,
                                                  .threads = 1},
                               &why);
    hra_learner_close(learner);
    hra_text_release(&spec);
    return err != HRA_EFIT;
}

/* Whether it fits the game with its default options. */
static bool fits(const about_thing *thing, const hra_rules *rules) {
    hra_game *game = NULL;
    if (thing->game)
        return thing->game == rules;
    if (thing->kind == ABOUT_EVALUATION && strcmp(thing->name, "expr") == 0)
        return hra_rules_offers(rules)->terms != NULL;
    if (thing->kind == ABOUT_EVALUATION || !(thing->kind == ABOUT_TRAINING || thing->player))
        return true;
    if (thing->kind == ABOUT_PLAYER && !thing->player->program)
        return !lists_has_own(rules, thing->name);
    if (hra_game_open(&game, NULL, rules->name, NULL))
        return false;
    const bool does =
        thing->kind == ABOUT_TRAINING ? training_fits(thing->name, game) : search_fits(thing->player, game);
    hra_game_close(game);
    return does;
}

/* ---- as text --------------------------------------------------------------------------------*/

static void print_games(const about_thing *thing) {
    hra_text list;
    int fitting = 0, games = 0;
    hra_text_init(&list);
    for (; hra_registry_game(NULL, games); games++)
        if (fits(thing, hra_registry_game(NULL, games)))
            hra_text_addf(&list, "%s%s", fitting++ ? ", " : "", hra_registry_game(NULL, games)->name);
    const bool solves = thing->player && thing->player->exact;
    if (fitting == games)
        print_list_entry("", 4, _("games: all"));
    else {
        hra_text line;
        hra_text_init(&line);
        hra_text_addf(&line, solves ? _("games that are small enough, of: %s") : _("games: %s"),
                      print_string(&list));
        print_list_entry("", 4, print_string(&line));
        hra_text_release(&line);
    }
    hra_text_release(&list);
}

static void print_use(const about_thing *thing) {
    const char *game = thing->game ? thing->game->name : _("GAME");
    print("    ");
    switch (thing->kind) {
    case ABOUT_TRAINING:
        print(_("training method: hra learn %s --method %s"), game, thing->name);
        break;
    case ABOUT_SEARCH:
        print(_("search method: hra analyse %s --player %s; also a player"), game, thing->name);
        break;
    case ABOUT_PLAYER:
        print(_("player: hra play %s %s"), game, thing->name);
        break;
    default:
        print(_("evaluation, for the option eval of players and methods: eval=%s"), thing->name);
    }
    print("\n");
}

/* The page of a method, docs/methods/NAME.md or docs/learning/NAME.md. */
static void print_page(const about_thing *thing) {
    hra_text page, line;
    hra_text_init(&page);
    hra_text_init(&line);
    hra_text_addf(&page, "%s/%s.md", thing->kind == ABOUT_TRAINING ? "learning" : "methods", thing->name);
    if (thing->kind != ABOUT_EVALUATION && help_has_page(print_string(&page))) {
        help_add_page(&line, print_string(&page));
        print("    ");
        print(_("page: %s"), print_string(&line));
        print("\n");
    }
    hra_text_release(&page);
    hra_text_release(&line);
}

static void print_thing(const about_thing *thing) {
    lists_print_title(thing->name, thing->title, thing->summary);
    print_use(thing);
    print_games(thing);
    print_page(thing);
    if (thing->options && thing->options->name) {
        print("    %s\n", _("options:"));
        lists_print_options(thing->options);
    }
    print("\n");
}

typedef struct printing {
    const char *name;
    hra_json json; /* only for JSON */
} printing;

static void print_if_named(void *self, const about_thing *thing) {
    const printing *p = self;
    if (strcmp(thing->name, p->name) == 0)
        print_thing(thing);
}

int about_print(const char *name, int kinds) {
    printing p = {.name = about_current(name, kinds)};
    if (!about_kinds(p.name, kinds))
        return unknown(name, kinds);
    about_each(kinds, print_if_named, &p);
    return EXIT_DONE;
}

/* ---- as JSON --------------------------------------------------------------------------------*/

static const char *kind_key(int kind) {
    return kind == ABOUT_SEARCH     ? "search"
           : kind == ABOUT_TRAINING ? "training"
           : kind == ABOUT_PLAYER   ? "player"
                                    : "evaluation";
}

static void add_json(void *self, const about_thing *thing) {
    printing *p = self;
    hra_text members;
    if (p->name && strcmp(thing->name, p->name) != 0)
        return;
    hra_text_init(&members);
    hra_json inner = hra_json_begin(&members);
    hra_json_kind(
        &inner, NULL,
        &(hra_player_kind){.name = thing->name, .summary = thing->summary, .options = thing->options});
    hra_json_object(&p->json, NULL);
    hra_json_text(&p->json, "kind", kind_key(thing->kind));
    hra_json_members(&p->json, print_string(&members));
    hra_json_text(&p->json, "title", thing->title ? _(thing->title) : NULL);
    hra_json_list(&p->json, "games");
    for (int i = 0; hra_registry_game(NULL, i); i++)
        if (fits(thing, hra_registry_game(NULL, i)))
            hra_json_text(&p->json, NULL, hra_registry_game(NULL, i)->name);
    hra_json_end(&p->json);
    hra_json_end(&p->json);
    hra_text_release(&members);
}

int about_print_json(const char *key, const char *name, int kinds) {
    hra_text out;
    printing p = {.name = name ? about_current(name, kinds) : NULL};
    if (name && !about_kinds(p.name, kinds))
        return unknown(name, kinds);
    hra_text_init(&out);
    p.json = hra_json_begin(&out);
    hra_json_object(&p.json, NULL);
    hra_json_list(&p.json, key);
    about_each(kinds, add_json, &p);
    hra_json_end(&p.json);
    hra_json_end(&p.json);
    return print_json(&out);
}
