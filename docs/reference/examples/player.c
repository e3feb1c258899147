/* A player that is opened once and asked for a move and for values. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    hra_error why;
    if (hra_game_open(&game, NULL, "tictactoe", &why) != 0 ||
        hra_player_open(&player, game, "alphabeta:depth=deep", NULL, NULL, &why) != 0)
        printf("%s\n", why.text);
    if (hra_player_open(&player, game, hra_player_suggest(game).best, NULL, NULL, &why) != 0 ||
        hra_agent_open(&agent, player) != 0) /* one agent for each thread */
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis analysis;
    hra_text text;
    hra_analysis_init(&analysis);
    hra_text_init(&text);
    if (!state || hra_game_read_position(game, "XX./OO./...", state, &why) != 0)
        return 1;
    hra_question question = {.state = state, .want = HRA_WANT_MOVE};
    if (hra_agent_ask(agent, &question, &analysis) != 0)
        printf("%s\n", hra_agent_why(agent)->text);
    game->rules->text->show_move(game, state, analysis.move, &text);
    printf("%s plays %s\n", hra_player_info_of(player)->spec, hra_text_string(&text));
    hra_text_release(&text);
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
    return 0;
}

/* It prints:

method alphabeta: option 'depth' takes 1..1000, not 'deep'
exact plays c1
*/
