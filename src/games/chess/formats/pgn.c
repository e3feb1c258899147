/* Writing PGN. */
#include "pgn.h"

#include <string.h>

#include "games/chess/opening_names.h"

const hra_format ch_formats[] = {
    {.name = "PGN",
     .suffix = ".pgn",
     .looks = ch_pgn_looks,
     .split = ch_pgn_split,
     .read = ch_pgn_read,
     .write = ch_pgn_write},
    {0},
};

void ch_pgn_write(const hra_annotated *game, hra_text *out) {
    hra_movetext_write(&ch_pgn, game, out);
}

/* The last position on the way that has a name. */
static const char *opening_of(const hra_annotated *game) {
    const char *name = hra_annotated_tag(game, "Opening"), *last = NULL;
    int node = 0;
    if (name)
        return NULL; /* it is written with the other tags */
    do {
        const char *found = ch_find_opening(hra_annotated_state(game, node));
        last = found ? found : last;
        node = game->nodes[node].first;
    } while (node);
    return last;
}

/* Chess960 names its first position even if it is the usual one. */
void ch_pgn_add_tags(const hra_annotated *game, hra_text *out) {
    static const char *const variants[] = {
        [CH_STANDARD] = NULL, [CH_960] = "Chess960", [CH_LOS_ALAMOS] = "Los Alamos"};
    const ch_game *g = ch_game_of(game->game);
    const char *opening = opening_of(game);
    hra_text position;
    ch_state usual, start = *(const ch_state *)hra_annotated_state(game, 0);
    start.repeated = 0; /* a FEN of PGN has no word for it, nor for a claim */
    start.over = start.over == CH_CLAIMED ? CH_GOES_ON : start.over;
    ch_set_up(g, CH_STANDARD_START, &usual);
    hra_text_init(&position);
    if (variants[g->variant])
        hra_movetext_add_tag("Variant", variants[g->variant], out);
    if (g->variant == CH_960 || memcmp(&usual, &start, sizeof usual) != 0) {
        ch_write_fen(game->game, &start, &position);
        hra_movetext_add_tag("SetUp", "1", out);
        hra_movetext_add_tag("FEN", hra_text_string(&position), out);
    }
    if (opening)
        hra_movetext_add_tag("Opening", opening, out);
    out->err = out->err ? out->err : position.err;
    hra_text_release(&position);
}

/* A draw that is claimed is the result. */
bool ch_pgn_omits(hra_move m) {
    return m == CH_CLAIM;
}

int ch_pgn_plies(const hra_game *game, const void *start) {
    const ch_state *s = start;
    return 2 * (s->number - 1) + s->turn;
}
