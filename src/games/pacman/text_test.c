/* Moves, positions and drawings of pacman. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/pacman/pacman.h"

extern const hra_rules hra_rules_pacman;

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_pacman, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* ---- moves ------------------------------------------------------------------------------------*/

static void moves_are_read_as_people_type_them(void **state) {
    static const struct {
        const char *text;
        int move; /* -1: refused */
        const char *words;
    } cases[] = {
        {"East", PAC_EAST, NULL},
        {" right ", PAC_EAST, NULL},
        {"N\n", PAC_NORTH, NULL},
        {"up", PAC_NORTH, NULL},
        {"x", PAC_STOP, NULL},
        {"STOP", PAC_STOP, NULL},
        {"w", PAC_WEST, NULL},
        {"s", -1, "no way South; legal moves: West, Stop, East, North"},
        {"", -1, "unknown direction ''; legal moves: West, Stop, East"},
        {"northw", -1, "unknown direction 'northw'"},
    };
    hra_game *game = open_game("pacman"); /* a wall to the south */
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_move m = 99;
        hra_error why = {0};
        hra_err err = hra_game_parse_move(game, s, cases[i].text, &m, &why);
        if (cases[i].move >= 0 && (err || (int)m != cases[i].move))
            fail_msg("'%s': %s", cases[i].text, err ? why.text : "another move");
        if (cases[i].move < 0 && (err != HRA_EINPUT || !strstr(why.text, cases[i].words)))
            fail_msg("'%s': '%s' does not say '%s'", cases[i].text, why.text, cases[i].words);
    }
    free(s);
    hra_game_close(game);
}

/* ---- positions --------------------------------------------------------------------------------*/

/* On crossroads: Pacman 6,3; ghosts 6,6 and 11,2; two capsules at 1,7 and 11,7. */
static const struct {
    const char *text, *words; /* words NULL: it is read */
    int at;
} positions[] = {
    {"turn=2 score=-3 round=2 pacman=7,3E ghosts=6,6.5N:17/11,3N food=all capsules=none", NULL, 0},
    {"pacman=7,3", NULL, 0},
    {"  food=none turn=won score=1070  ", NULL, 0},
    {"turn=lost score=-1001 round=0", NULL, 0},
    {"turn=undecided round=2000", NULL, 0},
    {"", "expected words such as turn=pacman", 0},
    {"pacman 7,3", "expected turn=, score=, round=", 0},
    {"turn=3", "expected turn=pacman, the number of a ghost, won", 5},
    {"turn=1 turn=2", "turn= is given twice", 7},
    {"turn=1x", "expected a blank after the value of turn=, found", 6},
    {"pacman=7", "expected a column and a line", 7},
    {"pacman=7,99", "expected a column and a line", 7},
    {"pacman=0,0", "expected a cell that is open", 7},
    {"pacman=63,63", "expected a cell that is open", 7},
    {"pacman=6.5,3", "expected a cell that is open", 7},
    {"pacman=7,3:4", "expected a blank after", 10},
    {"ghosts=6,6", "expected / and ghost 2 of 2", 10},
    {"ghosts=6,6:41/11,2", "at most 40 steps", 7},
    {"ghosts=6,6.5N/11,2", "expected a scared ghost on its way", 7},
    {"ghosts=6,6.5E:3/11,2", "expected a scared ghost on its way", 7},
    {"ghosts=6,6/11,2/1,1", "expected a blank after", 15},
    {"food=ff", "15 digits 0 to f for 57 dots", 7},
    {"food=ffffffffffffffff", "15 digits 0 to f for 57 dots", 19},
    {"capsules=1", "1 digits 0 to f for 2 dots", 9},
    {"round=2001", "a round from 0 to the limit of 2000", 6},
    {"round=2000", "at round 2000, the limit, the game is over", 0},
    {"score=x", "expected a score", 6},
    {"score=401", "impossible score 401", 0},
    {"score=201 ghosts=6,6:9/11,2", "impossible score 201", 0},
    {"turn=lost round=2000 score=-3001", "impossible score -3001", 0},
    {"score=-2 round=1", "impossible score -2", 0},
    {"turn=won", "turn=won and food=none belong together", 0},
    {"food=none", "turn=won and food=none belong together", 0},
    {"turn=undecided", "turn=undecided belongs to round=2000", 0},
};

static void positions_are_read_or_refused_with_the_place(void **state) {
    hra_game *game = open_game("pacman");
    unsigned char *s = malloc(game->state_size), *before = malloc(game->state_size);
    game->rules->init(game, before);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        hra_error why = {0};
        memcpy(s, before, game->state_size);
        hra_err err = hra_game_read_position(game, positions[i].text, s, &why);
        if (!positions[i].words) {
            if (err)
                fail_msg("%s: %s", positions[i].text, why.text);
            continue;
        }
        if (!err || !strstr(why.text, positions[i].words) || why.at != positions[i].at)
            fail_msg("%s: '%s' at %d, not '%s' at %d", positions[i].text, err ? why.text : "read", why.at,
                     positions[i].words, positions[i].at);
        assert_memory_equal(s, before, game->state_size);
    }
    free(s);
    free(before);
    hra_game_close(game);
}

/* ---- drawings ---------------------------------------------------------------------------------*/

static void check_drawing(const char *position, const hra_board_style *look, const char *drawn) {
    hra_game *game = open_game("pacman:layout=gallery,max-rounds=0");
    void *s = malloc(game->state_size);
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    if (hra_game_read_position(game, position, s, &why))
        fail_msg("%s: %s", position, why.text);
    game->rules->text->show(game, s, look, &text);
    if (strcmp(hra_text_string(&text), drawn) != 0)
        fail_msg("drawn is\n%s", hra_text_string(&text));
    hra_text_release(&text);
    free(s);
    hra_game_close(game);
}

static void mazes_are_drawn(void **state) {
    static const char position[] = "turn=2 score=-1 pacman=4,1W ghosts=3,5W/6.5,5E:12 capsules=all";
    check_drawing(position, &(hra_board_style){.width = 80},
                  "%%%%%%%%%%%%%%%%%%%%%\n"
                  "% . . G1. . . ~2. . %\n"
                  "% . %%%%% . %%%%% . %\n"
                  "% . %     o     % . %\n"
                  "% . %   %%%%%   % . %\n"
                  "% . . . >   . . . . %\n"
                  "%%%%%%%%%%%%%%%%%%%%%\n"
                  "score -1  food 22  capsules 1  ghost 2 moves\n"
                  "scared: ghost 2 for 12 steps\n");
    check_drawing(position, &(hra_board_style){.width = 80, .unicode = true},
                  "┌───────────────────┐\n"
                  "│ · · ◆1· · · ◇2· · │\n"
                  "│ · ┌──── · ────┐ · │\n"
                  "│ · │     ◉     │ · │\n"
                  "│ · │   ─────   │ · │\n"
                  "│ · · · ●←  · · · · │\n"
                  "└───────────────────┘\n"
                  "score -1  food 22  capsules 1  ghost 2 moves\n"
                  "scared: ghost 2 for 12 steps\n");
    check_drawing("turn=lost score=-501 pacman=4,1E ghosts=4,1W/9,5", &(hra_board_style){.width = 20},
                  "%%%%%%%%%%%\n"
                  "%.. ... .2%\n"
                  "%.%%%.%%%.%\n"
                  "%.%  o  %.%\n"
                  "%.% %%% %.%\n"
                  "%...1 ....%\n"
                  "%%%%%%%%%%%\n"
                  "score -501  food 22  capsules 1  Pacman is caught\n");
}

/* What is typed by arrows: the directions that are open, for the seat that moves. */
static void arrows_are_directions(void **state) {
    hra_game *game = open_game("pacman");
    void *s = malloc(game->state_size);
    hra_move m = 99;
    game->rules->init(game, s);
    assert_true(game->rules->conduct->arrow(game, s, HRA_LEFT, &m) && m == PAC_WEST);
    assert_true(game->rules->conduct->arrow(game, s, HRA_RIGHT, &m) && m == PAC_EAST);
    assert_true(game->rules->conduct->arrow(game, s, HRA_UP, &m) && m == PAC_NORTH);
    assert_false(game->rules->conduct->arrow(game, s, HRA_DOWN, &m));
    game->rules->apply(game, s, PAC_WEST);
    assert_true(game->rules->conduct->arrow(game, s, HRA_DOWN, &m) && m == PAC_SOUTH); /* of ghost 1 at 6,6 */
    free(s);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_read_as_people_type_them),
        cmocka_unit_test(positions_are_read_or_refused_with_the_place),
        cmocka_unit_test(mazes_are_drawn),
        cmocka_unit_test(arrows_are_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
