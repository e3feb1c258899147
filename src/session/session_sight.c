/* What somebody may see of the play, and which moves he is told. */
#include <string.h>

#include "session/session.h"

bool hra_session_is_person(const hra_session *s, int seat) {
    return seat >= 0 && hra_player_human(hra_play_player(s->table.play, seat));
}

static int people(const hra_session *s, int *last) {
    int count = 0;
    for (int seat = 0; seat < s->table.game->seats; seat++)
        if (hra_session_is_person(s, seat)) {
            *last = seat;
            count++;
        }
    return count;
}

/* A seat that this game does not have is a place to watch from. */
int hra_session_place(const hra_session *s, int looker) {
    int seat = s->lookers[looker].seat;
    return s->table.play && seat >= s->table.game->seats ? HRA_LOOK_WATCH : seat;
}

enum { ALL = -1, NOTHING_HIDDEN = -2 }; /* besides seats */

/* The seat whose view somebody has; ALL: he sees everything; NOTHING_HIDDEN: what no person hides. */
int hra_session_view_of(const hra_session *s, int looker) {
    int seat = hra_session_place(s, looker), last = 0,
        mover = hra_play_mover(s->table.play, hra_play_plies(s->table.play));
    if (seat != HRA_LOOK_TABLE)
        return seat == HRA_LOOK_WATCH ? NOTHING_HIDDEN : seat;
    int count = people(s, &last);
    if (count == 0 || mover == HRA_OVER)
        return ALL;
    return hra_session_is_person(s, mover) ? mover : count == 1 ? last : NOTHING_HIDDEN;
}

/* Is anything hidden from a seat before the move of this ply? */
static bool hides(hra_session *s, int ply, int seat) {
    if (!s->table.game->rules->manners->view)
        return false;
    hra_play_seen(s->table.play, ply, seat, s->seen);
    return memcmp(s->seen, hra_play_state(s->table.play, ply), s->table.game->state_size) != 0;
}

/* Writes the present state as this looker may see it to s->seen; false: there is nothing that he may see. */
bool hra_session_see(hra_session *s, int looker) {
    const hra_game *game = s->table.game;
    int view = hra_session_view_of(s, looker), now = hra_play_plies(s->table.play);
    bool watches = hra_session_place(s, looker) == HRA_LOOK_WATCH;
    for (int seat = 0; seat < game->seats && view == NOTHING_HIDDEN; seat++)
        if ((watches || hra_session_is_person(s, seat)) && hides(s, now, seat))
            return false;
    if (view >= 0)
        hra_play_seen(s->table.play, now, view, s->seen);
    else
        memcpy(s->seen, hra_session_now(s), game->state_size);
    return true;
}

/* May this looker not be told the move of this ply as it is made? */
bool hra_session_is_secret(const hra_session *s, int looker, int ply) {
    const hra_game *game = s->table.game;
    int seat = hra_session_place(s, looker), mover = hra_play_mover(s->table.play, ply);
    if (mover < 0 || mover == seat || !game->rules->manners->secret ||
        !game->rules->manners->secret(game, hra_play_state(s->table.play, ply),
                                      hra_play_move(s->table.play, ply)))
        return false;
    bool others = seat != HRA_LOOK_TABLE;
    for (int k = 0; k < game->seats; k++)
        others = others || (k != mover && hra_session_is_person(s, k));
    return others;
}

/* Is anything hidden from this looker before the move of this ply, so that secrets stay secrets? */
bool hra_session_is_hidden(hra_session *s, int looker, int ply) {
    int seat = hra_session_place(s, looker);
    if (hra_play_mover(s->table.play, ply) == HRA_OVER)
        return false;
    for (int k = 0; k < s->table.game->seats; k++)
        if ((seat >= 0 ? k == seat : seat == HRA_LOOK_WATCH || hra_session_is_person(s, k)) &&
            hides(s, ply, k))
            return true;
    return false;
}

bool hra_session_hides_now(hra_session *s, int looker) {
    return hra_session_is_hidden(s, looker, hra_play_plies(s->table.play));
}

bool hra_session_sees_all(hra_session *s, int looker) {
    return !s->table.play || (hra_session_see(s, looker) &&
                              memcmp(s->seen, hra_session_now(s), s->table.game->state_size) == 0);
}

void hra_session_recall(hra_session *s, int looker) {
    onlooker *l = &s->lookers[looker];
    l->untold = -1;
    if (!l->open || !s->table.play)
        return;
    int plies = hra_play_plies(s->table.play), ply = plies;
    while (ply > 0 && hra_session_is_hidden(s, looker, ply))
        ply--;
    for (; ply < plies && l->untold < 0; ply++)
        if (hra_session_is_secret(s, looker, ply))
            l->untold = ply;
}
