/* Fixed positions of the largest maze in which one move is right: the rules alone prove it here, by all lines,
 * without the chances and the search of the expert. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "games/pacman/pacman.h"
#include "hra/player.h"

extern const hra_rules hra_rules_pacman;

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef union state_room {
    pac_state s;
    unsigned char bytes[sizeof(pac_state) + PAC_WORDS * sizeof(uint64_t)];
} state_room;

/* How Pacman fares in its best line: whether it is alive after some rounds whatever the ghosts do, and how
 * likely it is if they move as `directional`. A game that is won is survived. */
typedef struct fate {
    bool sure;
    double likely;
} fate;

static fate fare(const hra_game *game, const state_room *s, int rounds) {
    hra_move moves[PAC_MOVES];
    double p[PAC_MOVES] = {1};
    int mover = s->s.mover;
    if (s->s.end == PAC_LOST)
        return (fate){false, 0};
    if (mover == HRA_OVER || (mover == 0 && rounds == 0))
        return (fate){true, 1};
    int n = game->rules->moves(game, s, moves);
    if (mover > 0 && n > 1)
        pac_models[0].probabilities(game, s, moves, n, p);
    fate all = {mover > 0, 0};
    for (int i = 0; i < n && (mover > 0 || !all.sure); i++) {
        state_room child = *s;
        game->rules->apply(game, &child, moves[i]);
        fate one = fare(game, &child, rounds - (mover == 0));
        all.sure = mover > 0 ? all.sure && one.sure : all.sure || one.sure;
        all.likely = mover > 0 ? all.likely + p[i] * one.likely : fmax(all.likely, one.likely);
    }
    return all;
}

enum { ROUNDS = 6 };

/* `right` is safe; with every other move Pacman is more likely caught than not. */
static void check_the_only_way(const hra_game *game, const state_room *s, const char *position,
                               hra_move right) {
    hra_move moves[PAC_MOVES];
    int n = game->rules->moves(game, s, moves), rights = 0;
    for (int i = 0; i < n; i++) {
        state_room child = *s;
        game->rules->apply(game, &child, moves[i]);
        fate f = fare(game, &child, ROUNDS - 1);
        if (moves[i] == right ? !f.sure : f.likely > 0.5)
            fail_msg("%s: move %d survives with %.2f", position, (int)moves[i], f.likely);
        rights += moves[i] == right;
    }
    assert_int_equal(rights, 1);
    assert_true(n > 2);
}

/* Leaves one food; the capsules go too. */
static void leave_food(const pac_maze *maze, int x, int y, state_room *s) {
    unsigned dot = maze->dot[pac_place(x, y)];
    assert_true((int)dot < maze->food);
    memset(s->s.dots, 0, (size_t)maze->words * sizeof *s->s.dots);
    s->s.dots[dot / 64] = (uint64_t)1 << dot % 64;
    s->s.food = 1;
}

typedef struct puzzle {
    const char *position;
    int x, y; /* the last food; 0: all is there */
    hra_move right;
} puzzle;

/* Two or three ghosts close in, the others are far. With depth=1 the expert errs where `deep` stands. */
static const puzzle puzzles[] = {
    /* the one way out of a crossing */
    {"pacman=5,1W ghosts=5,2S/6,1W/15,15E/20,11W", 0, 0, PAC_WEST},
    {"pacman=5,3N ghosts=5,2W/1,5E/15,15E/20,11S", 0, 0, PAC_NORTH},       /* deep */
    {"pacman=26,21S ghosts=20,21E/24,17N/26,24W/20,11N", 0, 0, PAC_NORTH}, /* deep */
    /* on, or not */
    {"pacman=3,6S ghosts=2,6S/2,8E/15,15E/20,11N", 0, 0, PAC_EAST},     /* deep */
    {"pacman=1,19S ghosts=4,25W/1,20W/15,15N/20,11E", 0, 0, PAC_SOUTH}, /* deep */
    {"pacman=26,23W ghosts=26,25E/26,22N/15,15W/20,11W", 0, 0, PAC_STOP},
    /* to a capsule, between ghosts */
    {"pacman=26,5N ghosts=25,3N/26,1W/25,6N/20,11N", 0, 0, PAC_SOUTH}, /* deep */
    {"pacman=24,3N ghosts=26,2N/22,5W/26,6W/20,11N", 0, 0, PAC_EAST},  /* deep */
    {"pacman=2,6W ghosts=4,3W/4,8E/4,3S/20,11E", 0, 0, PAC_WEST},
    {"pacman=26,22N ghosts=22,18E/26,24S/26,22E/20,11S", 0, 0, PAC_NORTH},
    /* the last food, in a corridor that ghosts close */
    {"pacman=12,25E ghosts=9,25E/15,25W/15,15N/20,11S", 14, 25, PAC_EAST},
    {"pacman=12,25E ghosts=10,25E/13,25W/15,15N/20,11S", 13, 25, PAC_EAST},
    {"pacman=15,25W ghosts=18,25W/12,25E/15,15N/20,11S", 13, 25, PAC_WEST},
};

static void the_expert_finds_the_only_way(void **state) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    (void)state;
    assert_int_equal(hra_game_open_rules(&game, &files, &hra_rules_pacman, "pacman:layout=metropolis", NULL),
                     0);
    assert_int_equal(hra_player_open(&player, game, "expert:nodes=20000", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (const puzzle *z = puzzles; z < puzzles + sizeof puzzles / sizeof *puzzles; z++) {
        hra_move move = PAC_MOVES;
        state_room s;
        assert_int_equal(hra_game_read_position(game, z->position, &s, NULL), 0);
        if (z->x)
            leave_food(game->data, z->x, z->y, &s);
        check_the_only_way(game, &s, z->position, z->right);
        assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &move), 0);
        if (move != z->right)
            fail_msg("%s: the expert plays %d and not %d", z->position, (int)move, (int)z->right);
    }
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_expert_finds_the_only_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
