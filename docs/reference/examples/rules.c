/* What a game offers by name, and an evaluation of it. */
#include <hra/author.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const hra_rules *rules = hra_registry_find_game(NULL, "checkers");
    const hra_rules_catalogue *offers = hra_rules_offers(rules);
    for (const hra_evaluation *e = offers->evaluations; e && e->name && e < offers->evaluations + 2; e++)
        printf("evaluation %s\n", e->name);
    hra_game *game;
    hra_eval eval;
    hra_evaluator evaluator;
    hra_error why;
    double value[HRA_MAX_SEATS];
    if (hra_game_open(&game, NULL, "checkers", &why) != 0 || hra_eval_open(&eval, game, NULL, &why) != 0 ||
        hra_evaluator_open(&evaluator, &eval) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state)
        return 1;
    game->rules->init(game, state);
    hra_evaluate(&evaluator, state, value);
    printf("the first position: %g\n", value[0]);
    free(state);
    hra_evaluator_close(&evaluator);
    hra_eval_close(&eval);
    hra_game_close(game);
    return 0;
}

/* It prints:

evaluation material
evaluation corner
the first position: 0
*/
