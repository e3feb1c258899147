/* What UBGI, by which programs of backgammon play each other, has to know of the game. */
#include <string.h>

#include "core/messages.h"
#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "rules/ubgi.h"

/* The variant's name, NULL if it has none. Nackgammon begins with checkers on 23. The value of a gammon is
 * not part of it, and there is no doubling. */
static const char *variant(const hra_game *game) {
    const bg_setup *setup = game->data;
    if (setup->cube || setup->match)
        return NULL;
    switch (setup->checkers) {
    case BG_CHECKERS:
        return bg_count(&setup->start.side[BG_WHITE], 23) ? "nackgammon" : "backgammon";
    case 3:
        return "hypergammon";
    case 2:
        return "hypergammon2";
    default:
        return NULL;
    }
}

static hra_err place(const hra_game *game, const char *id, void *state, hra_error *why) {
    if (!bg_is_gnubg(id) && !bg_is_xgid(id))
        return hra_fail(why, HRA_EINPUT, -1, "expected a position ID or an XGID, found '%.40s'", id);
    return hra_game_read_position(game, id, state, why);
}

static void dice(const hra_game *game, const void *state, int out[2]) {
    const bg_state *s = state;
    out[0] = s->high;
    out[1] = s->low;
}

static bool throw_dice(const hra_game *game, void *state, const int thrown[2]) {
    bg_state *s = state;
    bool first = thrown[0] > thrown[1];
    if (s->phase != BG_PLAYING)
        return false;
    s->high = (uint8_t)thrown[!first];
    s->low = (uint8_t)thrown[first];
    return true;
}

static void show(const hra_game *game, const void *state, hra_text *out) {
    hra_text id;
    hra_text_init(&id);
    bg_write_gnubg(game->data, state, &id);
    hra_text_addf(out, "%.*s", (int)strcspn(hra_text_string(&id), ":"), hra_text_string(&id));
    out->err = out->err ? out->err : id.err;
    hra_text_release(&id);
}

static void add_step(int from, int die, hra_text *out) {
    bg_add_place(from, out);
    hra_text_add_char(out, '/');
    bg_add_place(from > die ? from - die : BG_OFF, out);
}

/* From the rear: who comes from the bar comes first, and a checker that goes on has got there before. */
static void play(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const bg_state *s = state;
    bool made[BG_STEPS] = {false};
    for (int n = 0;; n++) {
        int best = -1;
        for (int i = 0; i < BG_STEPS; i++)
            if (bg_from(m, i) && !made[i] && (best < 0 || bg_from(m, i) > bg_from(m, best)))
                best = i;
        if (best < 0) {
            hra_text_add(out, n ? "" : "pass");
            return;
        }
        made[best] = true;
        hra_text_add(out, n ? " " : "");
        add_step(bg_from(m, best), best == 0 ? s->high : s->low, out);
    }
}

const hra_ubgi bg_ubgi = {
    .size = sizeof(hra_ubgi),
    .variant = variant,
    .place = place,
    .dice = dice,
    .throw_dice = throw_dice,
    .show = show,
    .play = play,
};
