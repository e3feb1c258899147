/* Advice as JSON: every move with its value, best first. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_agent *agent;
    hra_analysis advice;
    hra_text text;
    if (hra_game_open(&game, NULL, "nim:rows=1-2", NULL) != 0 ||
        hra_agent_open_spec(&agent, game, "exact", NULL) != 0)
        return 1;
    void *state = malloc(game->state_size);
    hra_analysis_init(&advice);
    hra_text_init(&text);
    if (!state || hra_game_read_position(game, "1-2/0", state, NULL) != 0 ||
        hra_agent_ask(agent, &(hra_question){.state = state, .want = HRA_WANT_ADVICE}, &advice) != 0)
        return 1;
    hra_json json = hra_json_begin(&text);
    hra_json_advice(&json, NULL, game, state, &advice);
    printf("%s\n", hra_text_string(&text));
    hra_text_release(&text);
    hra_analysis_release(&advice);
    free(state);
    hra_agent_close(agent);
    hra_game_close(game);
    return 0;
}

/* It prints:

{"value":{"key":"value","label":"value","unit":"points","kind":"exact"},"columns":[],"moves":[{"move":"b1","value":1,"kind":"exact","loss":0},{"move":"a1","value":-1,"kind":"exact","loss":2},{"move":"b2","value":-1,"kind":"exact","loss":2}],"reason":null}
*/
