/* The move and the values of an analysis as JSON. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    hra_game *game;
    hra_agent *agent;
    hra_error why;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", &why) != 0 ||
        hra_agent_open_spec(&agent, game, "minimax", &why) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis analysis;
    hra_text text;
    hra_analysis_init(&analysis);
    hra_text_init(&text);
    if (!state)
        return 1;
    game->rules->init(game, state);
    if (hra_agent_ask(agent, &(hra_question){.state = state}, &analysis) != 0)
        return 1;
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_move(&json, "move", game, state, analysis.move);
    hra_json_numbers(&json, "value", analysis.value, game->seats);
    hra_json_text(&json, "kind", hra_value_kind_text(analysis.kind));
    hra_json_end(&json);
    printf("%s\n", hra_text_string(&text));
    hra_text_release(&text);
    hra_analysis_release(&analysis);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

{"move":"b1","value":[1,-1],"kind":"exact"}
*/
