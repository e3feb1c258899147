/* Endings in which a side is ahead and a search sees no end: fortresses and other draws, and wins (fortresses.csv, by tables
 * of six pieces, which the player is not given here). Draws are valued near a draw, and wins above them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/checkers/rules/checkers.h"
#include "hra/player.h"

#define HIGH 0.7 /* limit for the chance of the side that is ahead in a draw */

typedef struct counts {
    int number, high;
    double sum;
} counts;

/* The chance of the side that is ahead. */
static double ahead(const hra_game *game, hra_agent *agent, const char *position) {
    ck_state s;
    hra_error why = {0};
    hra_analysis result;
    hra_analysis_init(&result);
    if (hra_game_read_position(game, position, &s, &why))
        fail_msg("%s: %s", position, why.text);
    hra_agent_forget(agent);
    assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = &s}, &result), HRA_OK);
    const double value = fabs(result.value[0]);
    hra_analysis_release(&result);
    return 0.5 + value / 2;
}

static void look(const hra_game *game, hra_agent *agent, const char *line, counts *drawn, counts *won) {
    char position[64], truth[8];
    assert_int_equal(sscanf(line, "\"%63[^\"]\",%7[a-z]", position, truth), 2);
    counts *c = strcmp(truth, "won") == 0 ? won : drawn;
    const double chance = ahead(game, agent, position);
    print_message("%s %s %.3f\n", position, truth, chance);
    c->number++;
    c->high += chance > HIGH;
    c->sum += chance;
}

static void look_at_all(const char *spec, counts *drawn, counts *won) {
    hra_game *game;
    hra_agent *agent;
    char line[128];
    FILE *file = fopen(HRA_ROOT "/src/games/checkers/play/fortresses.csv", "r");
    assert_non_null(file);
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), HRA_OK);
    assert_int_equal(hra_agent_open_spec(&agent, game, spec, NULL), HRA_OK);
    while (fgets(line, sizeof line, file))
        if (line[0] == '"')
            look(game, agent, line, drawn, won);
    hra_agent_close(agent);
    hra_game_close(game);
    fclose(file);
    print_message("%d of %d draws and %d of %d wins above %g; means %.3f and %.3f\n", drawn->high,
                  drawn->number, won->high, won->number, HIGH, drawn->sum / drawn->number,
                  won->sum / won->number);
}

/* A tenth of the positions of a second; with ALL=1 those of a second, of which docs/games/checkers/strength.md tells. */
static void fortresses_are_valued_near_a_draw(void **state) {
    counts drawn = {0}, won = {0};
    look_at_all(getenv("ALL") ? "expert:nodes=6000000,tablebase-pieces=4,multipv=1,tt=64M"
                              : "expert:nodes=600000,tablebase-pieces=4,multipv=1,tt=16M",
                &drawn, &won);
    assert_int_equal(drawn.number, 21);
    assert_int_equal(won.number, 13);
    assert_true(drawn.high <= 5);
    assert_true(won.sum / won.number > drawn.sum / drawn.number + 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(fortresses_are_valued_near_a_draw)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
