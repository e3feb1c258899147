/* Every end of a turn. */
#include "turns.h"

typedef struct walk {
    const hra_game *game;
    em_turn_fn *visit;
    void *self;
} walk;

static bool each(const walk *w, const em_state *s, const em_turn *so_far) {
    hra_move list[EM_MAX_MOVES];
    int n = w->game->rules->moves(w->game, s, list);
    for (int i = 0; i < n; i++) {
        em_turn turn = *so_far;
        em_turn_add(&turn, list[i]);
        if (em_move_kind(list[i]) == EM_MOVE_END) {
            if (!w->visit(w->self, s, &turn))
                return false;
            continue;
        }
        em_state next = *s;
        w->game->rules->apply(w->game, &next, list[i]);
        if (!each(w, &next, &turn))
            return false;
    }
    return true;
}

bool em_turns_each(const hra_game *game, const em_state *s, const em_turn *moves, em_turn_fn *visit,
                   void *self) {
    static const em_turn none;
    return each(&(walk){game, visit, self}, s, moves ? moves : &none);
}
