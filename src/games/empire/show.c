/* The board as it is drawn. */
#include "empire.h"

void em_show(const hra_game *game, const void *at, const hra_look *look, hra_text *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    for (int i = 0; i < g->map.regions; i++) {
        hra_text_addf(out, "%2d", i + 1);
        for (int owner = 0; owner < EM_OWNERS; owner++)
            if (s->piece[owner][i])
                hra_text_addf(out, " %c%d+%d", em_seat_signs[owner], em_armies(s->piece[owner][i]),
                              em_cities(s->piece[owner][i]));
        hra_text_add(out, "\n");
    }
}
