/* Legal moves and their numbers. */
#include <stdlib.h>
#include <string.h>

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

enum { NARROWEST = 20, GAP = 2 }; /* columns of a move with its number, and between two of them */

static void add_numbered(const hra_game *game, const void *state, hra_move move, int number, hra_text *out) {
    hra_text_addf(out, "  #%d ", number);
    hra_game_say_move(game, state, move, out);
}

/* Columns that a move of the list needs. */
static int widest(const hra_game *game, const void *state, const hra_move *moves, int n) {
    hra_text text;
    int most = NARROWEST;
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        hra_text_clear(&text);
        add_numbered(game, state, moves[i], i + 1, &text);
        const int columns = hra_text_columns(print_string(&text)) + GAP;
        most = columns > most ? columns : most;
    }
    hra_text_release(&text);
    return most;
}

hra_err move_list_print(const hra_game *game, const void *state) {
    hra_text text;
    int n;
    hra_move *moves = move_list(game, state, &n);
    const int width = widest(game, state, moves, n);
    const int row = width > NARROWEST ? print_style(-1).width / width : 4;
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        size_t from = text.length;
        add_numbered(game, state, moves[i], i + 1, &text);
        if (row > 0 && i % row != row - 1)
            hra_text_pad(&text, from, width);
        if (row < 1 || i % row == row - 1 || i == n - 1)
            hra_text_add(&text, "\n");
    }
    print("%s", print_string(&text));
    hra_text_release(&text);
    const hra_err err = moves ? HRA_OK : HRA_ENOMEM;
    free(moves);
    return err;
}

bool move_list_misses(const hra_game *game, const void *state, const char *line) {
    int n;
    if (line[0] != '#' || !line[1] || line[1 + strspn(line + 1, "0123456789")])
        return false;
    free(move_list(game, state, &n));
    if (n > 0)
        print(_("  '%s' is not in the list of moves, which ends with #%d; m shows it\n"), line, n);
    return n > 0;
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
