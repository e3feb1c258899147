/* Asks for the best move of a position of Yahtzee, then plays ten games. */
#include <hra/hra.h>
#include <hra/work.h>

#include <stdio.h>
#include <stdlib.h>

static int failed(const hra_error *why) {
    fprintf(stderr, "%s\n", why->text);
    return EXIT_FAILURE;
}

int main(void) {
    hra_game *game;
    hra_player *optimal;
    hra_agent *agent;
    hra_error why = {0};

    if (hra_game_open(&game, NULL, "yahtzee:rules=plain", &why) != 0 ||
        hra_player_open(&optimal, game, "optimal", NULL, NULL, &why) != 0)
        return failed(&why);

    /* one decision */
    void *state = malloc(game->state_size);
    hra_analysis answer;
    hra_text text;
    hra_analysis_init(&answer);
    hra_text_init(&text);
    if (!state || hra_agent_open(&agent, optimal) != 0)
        return EXIT_FAILURE;
    if (hra_game_read_position(game, "dice=3-4-4-5-6", state, &why) != 0)
        return failed(&why);
    hra_question question = {.state = state, .want = HRA_WANT_MOVE};
    if (hra_agent_ask(agent, &question, &answer) != 0)
        return EXIT_FAILURE;
    game->rules->text->show_move(game, state, answer.move, &text);
    printf("first roll 3-4-4-5-6: %s\n", hra_text_string(&text));

    /* a match, by hra/work.h */
    hra_work *work;
    hra_match_result result = {.size = sizeof result};
    if (hra_work_open(&work, "match", "game yahtzee:rules=plain\nplayer optimal\ngames 10\nseed 1\n", NULL,
                      &why) != 0 ||
        hra_work_run(work, 1, NULL, &why) != 0 || hra_work_match(work, &result, &why) != 0)
        return failed(&why);
    printf("ten games: mean %.1f\n", hra_stats_summary(&result.players[0].score).mean);

    hra_match_release(&result);
    hra_work_close(work);
    hra_agent_close(agent);
    hra_analysis_release(&answer);
    hra_text_release(&text);
    free(state);
    hra_player_close(optimal);
    hra_game_close(game);
    return EXIT_SUCCESS;
}
