/* Writing PDN. */
#include <string.h>

#include "games/checkers/rules/opening_names.h"
#include "pdn.h"

const hra_format ck_formats[] = {
    {.name = "PDN",
     .suffix = ".pdn",
     .looks = ck_pdn_looks,
     .split = ck_pdn_split,
     .read = ck_pdn_read,
     .write = ck_pdn_write},
    {0},
};

void ck_pdn_write(const hra_annotated *game, hra_text *out) {
    hra_movetext_write(&ck_pdn, game, out);
}

/* The last position on the way that has a name. PDN itself has no tag for it; PGN, of which it was made, has. */
static void add_opening(const hra_annotated *game, hra_text *out) {
    const ck_opening *last = NULL;
    int node = 0;
    do {
        const ck_opening *found = ck_find_opening(hra_annotated_state(game, node));
        last = found ? found : last;
        node = game->nodes[node].first;
    } while (node);
    if (!last)
        return;
    hra_text name;
    hra_text_init(&name);
    ck_write_opening(last, &name);
    hra_movetext_add_tag("Opening", hra_text_string(&name), out);
    out->err = out->err ? out->err : name.err;
    hra_text_release(&name);
}

void ck_pdn_add_tags(const hra_annotated *game, hra_text *out) {
    hra_text position;
    hra_text_init(&position);
    hra_movetext_add_tag("GameType", "21", out);
    ck_write_position(game->game, hra_annotated_state(game, 0), &position);
    if (strcmp(hra_text_string(&position), CK_PDN_START) != 0) {
        hra_movetext_add_tag("SetUp", "1", out);
        hra_movetext_add_tag("FEN", hra_text_string(&position), out);
    }
    add_opening(game, out);
    if (position.err)
        out->err = HRA_ENOMEM;
    hra_text_release(&position);
}

/* A capture is written by its ends where these tell which one it is. */
void ck_pdn_add_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const ck_state *s = state;
    hra_move moves[CK_MAX_MOVES];
    int path[CK_MAX_JUMPS + 1], other[CK_MAX_JUMPS + 1], n = ck_moves(&s->board, s->side, moves), alike = 0;
    int last = ck_move_path(m, path) - 1;
    for (int i = 0; i < n; i++) {
        int end = ck_move_path(moves[i], other) - 1;
        alike += path[0] == other[0] && path[last] == other[end];
    }
    if (alike > 1)
        ck_show_move(NULL, s, m, out);
    else
        hra_text_addf(out, "%d%c%d", path[0] + 1, ck_move_jumps(m) ? 'x' : '-', path[last] + 1);
}

int ck_pdn_plies(const hra_game *game, const void *start) {
    return ((const ck_state *)start)->side;
}
