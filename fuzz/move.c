/* Moves: the first line is the spec of a game (see fuzz_game), the second the path to some state, one
 * byte for each move; the rest is the text of a move. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

static void read_move(const hra_game *game, const void *state, const char *text) {
    hra_move move = 0xA5A5A5A5, again = 0;
    hra_error why;
    hra_err err = hra_game_parse_move(game, state, text, &move, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, strlen(text));
        fuzz_expect(move == 0xA5A5A5A5, "a failed call leaves its result alone", text);
        return;
    }
    fuzz_expect(game->rules->to_move(game, state) != HRA_OVER, "no move is read when the game is over", text);
    fuzz_expect(hra_game_legal(game, state, move), "a move that is read is legal", text);
    hra_text shown;
    hra_text_init(&shown);
    game->rules->text->show_move(game, state, move, &shown);
    err = hra_game_parse_move(game, state, hra_text_string(&shown), &again, NULL);
    fuzz_expect(err == 0 && again == move, "a move shown is read back", hra_text_string(&shown));
    hra_text_release(&shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *whole = fuzz_string(data, size);
    const char *path = whole;
    const hra_game *game = fuzz_game(&path);
    void *state = game == NULL ? NULL : malloc(game->state_size);
    if (state != NULL) {
        size_t length = strcspn(path, "\n");
        fuzz_lists lists;
        fuzz_lists_init(&lists, game);
        game->rules->init(game, state);
        fuzz_walk(game, state, path, length, &lists);
        read_move(game, state, path + length + (path[length] == '\n'));
        fuzz_lists_release(&lists);
    }
    free(state);
    free(whole);
    return 0;
}
