/* Legal moves and their numbers. */
#include <stdlib.h>

#include "move_list.h"
#include "speech/print.h"

hra_move *move_list(const hra_game *game, const void *state, int *n) {
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves);
    *n = moves ? hra_game_moves(game, state, moves) : HRA_ENOMEM;
    if (*n >= 0)
        return moves;
    free(moves);
    *n = 0;
    return NULL;
}

hra_err move_list_print(const hra_game *game, const void *state) {
    hra_text text;
    int n;
    hra_move *moves = move_list(game, state, &n);
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        size_t from = text.length;
        hra_text_addf(&text, "  #%d ", i + 1);
        hra_game_say_move(game, state, moves[i], &text);
        hra_text_pad(&text, from, 20);
        if (i % 4 == 3 || i == n - 1)
            hra_text_add(&text, "\n");
    }
    print("%s", print_string(&text));
    hra_text_release(&text);
    const hra_err err = moves ? HRA_OK : HRA_ENOMEM;
    free(moves);
    return err;
}

hra_err move_list_pick(const hra_game *game, const void *state, const char *number, hra_move *out,
                       bool *found) {
    char *end;
    int n;
    *found = false;
    if (*number < '0' || *number > '9')
        return HRA_OK;
    const unsigned long which = strtoul(number, &end, 10);
    if (*end)
        return HRA_OK;
    hra_move *moves = move_list(game, state, &n);
    if (!moves)
        return HRA_ENOMEM;
    *found = which >= 1 && which <= (unsigned long)n;
    if (*found)
        *out = moves[which - 1];
    free(moves);
    return HRA_OK;
}

hra_err move_list_add(const hra_game *game, const void *state, hra_text *out) {
    int n;
    hra_move *moves = move_list(game, state, &n);
    for (int i = 0; i < n; i++) {
        hra_game_say_move(game, state, moves[i], out);
        hra_text_add_char(out, '\n');
    }
    const hra_err err = moves ? HRA_OK : HRA_ENOMEM;
    free(moves);
    return err;
}
