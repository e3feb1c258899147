/* The inputs of a net in whole numbers, from position to position. */
#include "games/backgammon/play/eval_inputs.h"

#include <string.h>

#include "nets/net_integers.h"

enum { ONE = HRA_INTEGER_UNIT };

/* As the features of numbers.c. */
static void look_at_side(bg_side_inputs *in, const bg_setup *setup, const bg_side *s) {
    const bg_set several = bg_several(s), many = s->bit[2] | s->bit[3],
                 three = many | (s->bit[0] & s->bit[1]);
    const float all = 1.0F / (float)setup->checkers;
    bg_count_side(&in->counted, s);
    memset(in->units, 0, sizeof in->units);
    for (bg_set rest = bg_some(s) & BG_POINTS; rest; rest &= rest - 1) {
        const int point = bg_lowest(rest);
        int16_t *unit = &in->units[BG_UNITS * (point - 1)];
        unit[0] = ONE;
        unit[1] = (int16_t)(ONE * (several >> point & 1));
        unit[2] = (int16_t)(ONE * (three >> point & 1));
        unit[3] = (int16_t)(ONE / 2 * (bg_count(s, point) - 3) * (int)(many >> point & 1));
    }
    in->bar = (int16_t)(ONE / 2 * bg_count(s, BG_BAR));
    in->off = hra_integer_input((float)bg_count(s, BG_OFF) * all);
}

int bg_write_inputs(bg_inputs *memory, const bg_setup *setup, const bg_state *s, int16_t out[BG_FEATURES]) {
    float number[BG_EXPERT];
    for (int i = 0; i < 2; i++) {
        const bg_side *side = &s->board.side[i ? !s->turn : s->turn];
        bg_side_inputs *in = &memory->side[i];
        if (memcmp(&in->counted.side, side, sizeof *side) != 0)
            look_at_side(in, setup, side);
        memcpy(out + i * BG_OTHER_UNITS, in->units, sizeof in->units);
        out[BG_ON_BAR + i] = in->bar;
        out[BG_BORNE_OFF + i] = in->off;
    }
    memset(out + BG_TURN, 0, (BG_BARE_FEATURES - BG_TURN) * sizeof *out);
    out[BG_TURN] = ONE;
    const bg_counted *own = &memory->side[0].counted, *other = &memory->side[1].counted;
    bg_expert_of(setup, s, s->turn, own, other, number);
    for (int i = 0; i < BG_EXPERT; i++)
        out[BG_BARE_FEATURES + i] = hra_integer_input(number[i]);
    return bg_kind_of(bg_meet(own, other), own->checkers - own->buried, other->checkers - other->buried);
}
