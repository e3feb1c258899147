/* A count of positions as JSON. */
#include <hra/hra.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    hra_game *game;
    hra_perft_count count;
    hra_text text;
    if (hra_game_open(&game, NULL, "checkers", NULL) != 0)
        return 1;
    void *state = malloc(game->state_size);
    if (!state)
        return 1;
    hra_text_init(&text);
    game->rules->init(game, state);
    if (hra_perft(game, state, 5, NULL, &count) != 0)
        return 1;
    hra_json json = hra_json_begin(&text);
    hra_json_perft(&json, NULL, game, 5, &count, 0.25, NULL, NULL, 0); /* 0.25 s, as measured by the caller */
    printf("%s\n", hra_text_string(&text));
    hra_text_release(&text);
    free(state);
    hra_game_close(game);
    return 0;
}

/* It prints:

{"game":"checkers","depth":5,"leaves":7361,"nodes":9189,"seconds":0.25}
*/
