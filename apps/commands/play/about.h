/* Methods, players and evaluations by their names. */
#ifndef HRA_COMMANDS_ABOUT_H
#define HRA_COMMANDS_ABOUT_H

#include <hra/hra.h>

/* What a name may be the name of; or'ed. */
enum {
    ABOUT_SEARCH = 1 << 0,     /* a search method, which is a player of every game too */
    ABOUT_TRAINING = 1 << 1,   /* a training method */
    ABOUT_PLAYER = 1 << 2,     /* another player */
    ABOUT_EVALUATION = 1 << 3, /* an evaluation */
    ABOUT_ANYTHING = ABOUT_SEARCH | ABOUT_TRAINING | ABOUT_PLAYER | ABOUT_EVALUATION
};

/* One of these. */
typedef struct about_thing {
    int kind;
    const char *name, *title, *summary; /* title: NULL if it has none */
    const hra_option *options;
    const hra_rules *game;         /* the only game that has it; NULL: no single one */
    const hra_player_kind *player; /* of a search method and a player of every game; else NULL */
} about_thing;

/* Visits all of these kinds: those of every game first, then those of one game, game by game. */
void about_each(int kinds, void (*visit)(void *self, const about_thing *), void *self);
/* The name of today: `name` itself, or the one that replaced it. */
const char *about_current(const char *name, int kinds);
/* Which of the kinds have this name; 0: none. */
int about_kinds(const char *name, int kinds);

/* Prints everything of these kinds that has this name, or an error that names similar ones. An exit status. */
int about_print(const char *name, int kinds);
/* Prints {"KEY":[...]} with everything of these kinds that has this name; NULL: all of them. An exit status. */
int about_print_json(const char *key, const char *name, int kinds);

#endif
