#include "roster.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Methods with small limits and little memory; one that is missing here is listed by its name alone, and
 * stops at the limits of the question. */
static const char *const methods[] = {
    "minimax:depth=2,nodes=3000",
    "alphabeta:depth=2,nodes=3000",
    "alphabeta:depth=3,nodes=3000,full,tt=64K",
    "alphabeta:depth=3,nodes=3000,full,tt=64K,aspiration=1,lmr,beam=4",
    "expectimax:depth=1,nodes=3000",
    "expectiminimax:depth=1,nodes=3000",
    "expectiminimax:depth=2,nodes=3000,star=1",
    "expectiminimax:depth=2,nodes=3000,star=2",
    "maxn:depth=2,nodes=3000",
    "maxn:depth=2,nodes=3000,shallow",
    "softmaxn:depth=2,nodes=3000,set-size=8",
    "andor:nodes=1000",
    "andor:nodes=1000,pn,memory=64K",
    "montecarlo:playouts=2",
    "montecarlo:playouts=1,playout-plies=20,playout-greedy=0.5",
    "mcts:playouts=30,memory=1M",
    "mcts:playouts=30,memory=1M,reuse=no,rave-k=20,mast=0.3,prior-visits=2,widening=1",
    "mcts:playouts=30,memory=1M,playout-plies=20,playout-greedy=0.3,solver=no",
    "mcts:playouts=30,memory=1M,threads=2,parallel=root",
    "mcts:playouts=30,memory=1M,threads=2,parallel=tree",
    "exact:memory=1M",
};

/* Options for experts that take long to open, or to move, by default. */
static const char *const experts[] = {
    "atleast:target=20", "shannon-a:depth=2", "shannon-b:depth=2", "los-alamos:depth=2", "bernstein:depth=2",
};

static void add(roster *list, const char *spec) {
    assert_true(list->count < MOST_PLAYERS);
    snprintf(list->spec[list->count++], sizeof *list->spec, "%s", spec);
}

static void add_all(roster *list, const char *name, const char *const *specs, size_t n) {
    int before = list->count;
    size_t length = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (strncmp(specs[i], name, length) == 0 && specs[i][length] == ':')
            add(list, specs[i]);
    if (list->count == before)
        add(list, name);
}

static bool is_expert(const hra_rules *rules, const char *name) {
    for (const hra_player_kind *const *e = rules->catalogue->experts; e && *e; e++)
        if (strcmp((*e)->name, name) == 0)
            return true;
    return false;
}

/* Whether it plays what a file says, and none without one. */
static bool needs_file(const hra_player_kind *kind) {
    for (const hra_option *o = kind->options; o && o->name; o++)
        if (o->type == HRA_OPTION_FILE && !o->fallback)
            return true;
    return false;
}

/* A game's own player hides a general one of the same name. */
void roster_list(roster *list, const hra_rules *rules) {
    list->count = 0;
    for (const hra_player_kind *const *e = rules->catalogue->experts; e && *e; e++)
        add_all(list, (*e)->name, experts, sizeof experts / sizeof *experts);
    for (const hra_model *m = rules->catalogue->models; m && m->name; m++)
        add(list, m->name);
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++) {
        if (is_expert(rules, kind->name) || kind->program || needs_file(kind))
            continue;
        if (kind->title)
            add_all(list, kind->name, methods, sizeof methods / sizeof *methods);
        else
            add(list, kind->name);
    }
}
