/* How moves of empire are pressed, and the buttons for those that are not on the map. */
#include "scene.h"

enum { ID = 24 };

/* The button of a move, with its id; false: it is pressed elsewhere. */
static bool name_button(const em_state *s, hra_move m, char id[ID]) {
    int a = em_move_a(m);
    switch (em_move_kind(m)) {
    case EM_MOVE_END:
        (void)hra_snprintf(id, ID, "end");
        return true;
    case EM_MOVE_ABILITY:
        (void)hra_snprintf(id, ID, "ability%d", a + 1);
        return true;
    case EM_MOVE_BID:
    case EM_MOVE_REVEAL:
        (void)hra_snprintf(id, ID, "bid%d", a);
        return true;
    case EM_MOVE_JOKER:
        (void)hra_snprintf(id, ID, "joker.%s", em_good_names[a]);
        return true;
    case EM_MOVE_DRAW:
        (void)hra_snprintf(id, ID, "draw%d", a);
        return true;
    default:
        return false;
    }
}

/* Buttons stand side by side, in as many lines as they need. */
void em_add_buttons(const hra_game *game, const hra_scene_view *m, double y, double width, hra_shapes *out) {
    const em_state *s = m->state;
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES], x = 0;
    char id[ID];
    int mover = game->rules->to_move(game, s), n = 0;
    if (mover >= 0)
        n = game->rules->moves(game, s, list);
    else if (mover == HRA_CHANCE && m->manual_dice)
        n = game->rules->chance_outcomes(game, s, list, probability);
    for (int i = 0; i < n; i++) {
        em_kind kind = em_move_kind(list[i]);
        bool wide = kind == EM_MOVE_DRAW || kind == EM_MOVE_ABILITY;
        double own = wide ? 4.3 : 2;
        if (!name_button(s, list[i], id))
            continue;
        if (x + own > width) {
            x = 0;
            y += 0.75;
        }
        hra_shape_add(out, HRA_SHAPE_BUTTON, x, y, own, 0.65);
        hra_shape_id(out, "%s", id);
        hra_text *text = hra_shape_write(out, HRA_WRITE_TEXT);
        em_say_move(game, s, list[i], text);
        x += own + 0.1;
    }
}

/* A card beside an equal one of the same price may be pressed for it. */
static void press_card(const em_state *s, int place, hra_move_input *out) {
    hra_input_press(out, "card%d", place + 1);
    for (int i = place + 1; i < EM_ROW && s->row[i] == s->row[place] && em_prices[i] == em_prices[place];
         i++) {
        hra_input_or(out);
        hra_input_press(out, "card%d", i + 1);
    }
}

static void press_region(int from, int to, hra_move_input *out) {
    char id[2][ID];
    (void)hra_snprintf(id[0], ID, "%d", from + 1);
    (void)hra_snprintf(id[1], ID, "%d", to + 1);
    if (from >= 0)
        hra_input_press(out, "%s", id[0]);
    hra_input_press(out, "%s", id[1]);
    hra_input_step(out, from >= 0 ? id[0] : NULL, id[1]);
}

void em_move_input(const hra_game *game, const void *at, hra_move m, hra_move_input *out) {
    const em_state *s = at;
    int a = em_move_a(m), b = em_move_b(m);
    char id[ID];
    if (name_button(s, m, id)) {
        hra_input_press(out, "%s", id);
        return;
    }
    switch (em_move_kind(m)) {
    case EM_MOVE_CARD:
        press_card(s, a, out);
        return;
    case EM_MOVE_PLACE:
    case EM_MOVE_CITY:
    case EM_MOVE_NEUTRAL:
        press_region(-1, a, out);
        return;
    case EM_MOVE_MARCH:
        press_region(a, b, out);
        return;
    case EM_MOVE_DESTROY:
        hra_input_press(out, "%d.%s", a + 1, em_seat_names[b]);
        (void)hra_snprintf(id, sizeof id, "%d", a + 1);
        hra_input_step(out, id, NULL);
        return;
    default: /* who is first */
        hra_input_press(out, "%s", em_seat_names[a]);
    }
}
