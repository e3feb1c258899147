/* A game with a variation and a comment, written as PDN. */
#include <stdio.h>
#include <string.h>

#include <hra/hra.h>

int main(void) {
    hra_annotated *game;
    hra_move move;
    hra_error why;
    hra_text out;
    if (hra_annotated_open(&game, &why) != 0 ||
        hra_annotated_begin(game, NULL, "checkers", NULL, &why) != 0 ||
        hra_game_parse_move(game->game, hra_annotated_state(game, 0), "11-15", &move, &why) != 0)
        return 1;
    const hra_note note = {.kind = HRA_NOTE_COMMENT, .text = "the best first move"};
    int first = hra_annotated_add(game, 0, move);
    int failed = hra_annotated_note(game, first, &note);
    if (hra_game_parse_move(game->game, hra_annotated_state(game, 0), "9-14", &move, &why) == 0)
        (void)hra_annotated_add(game, 0, move);
    hra_text_init(&out);
    hra_registry_find_format(NULL, ".pdn")->write(game, &out);
    const char *moves = strstr(hra_text_string(&out), "\n\n");
    printf("%s", failed || !moves ? "" : moves + 2);
    hra_text_release(&out);
    hra_annotated_close(game);
    return 0;
}

/* It prints:

1. 11-15 {the best first move} (1. 9-14) *

*/
