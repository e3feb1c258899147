/* What a client may see of the game, and which moves it gets. */
#include <ctype.h>
#include <string.h>

#include "core/messages.h"
#include "session/session.h"

bool hra_session_is_person(const hra_session *s, int seat) {
    return seat >= 0 && hra_player_info_of(hra_play_snapshot(s->table.play)->players[seat])->human;
}

/* ---- seats ----------------------------------------------------------------------------------*/

/* Seats that this game does not have are places to watch from. */
unsigned hra_session_place(const hra_session *s, int client) {
    unsigned seats = s->clients[client].seats;
    return s->table.play ? seats & ((1u << s->table.game->seats) - 1) : seats;
}

/* The seats from which a client views the table; if it has all (HRA_SEATS_ALL), only those in which a person sits. */
static unsigned seats_of(const hra_session *s, int client) {
    unsigned seats = hra_session_place(s, client);
    for (int seat = 0; seat < s->table.game->seats; seat++)
        if (s->clients[client].seats == HRA_SEATS_ALL && !hra_session_is_person(s, seat))
            seats &= ~(1u << seat);
    return seats;
}

bool hra_session_has_seat(const hra_session *s, int client, int seat) {
    return seat >= 0 && (seats_of(s, client) >> seat & 1);
}

/* The seat, where there is one only; else -1. */
static int single(unsigned seats) {
    int seat = 0;
    while (seats >> seat > 1)
        seat++;
    return seats == 1u << seat ? seat : -1;
}

int hra_session_speaks_for(const hra_session *s, int client) {
    int mover = hra_play_at(s->table.play, HRA_NOW).mover, own = single(seats_of(s, client));
    return own >= 0 ? own : mover;
}

/* ---- states ---------------------------------------------------------------------------------*/

enum { ALL = -1, NOTHING_HIDDEN = -2 }; /* besides seats */

/* The seat whose view somebody has; ALL: he sees everything; NOTHING_HIDDEN: what none of his seats hides. */
int hra_session_view_of(const hra_session *s, int client) {
    unsigned seats = seats_of(s, client);
    int own = single(seats), mover = hra_play_at(s->table.play, HRA_NOW).mover;
    bool shared = s->clients[client].seats == HRA_SEATS_ALL;
    if (!hra_session_place(s, client))
        return NOTHING_HIDDEN;
    if (own >= 0 && !(shared && mover == HRA_OVER))
        return own;
    if (!seats || mover == HRA_OVER)
        return ALL;
    return mover >= 0 && seats >> mover & 1 ? mover : NOTHING_HIDDEN;
}

/* Is anything hidden from a seat before the move of this ply? */
static bool hides(hra_session *s, int ply, int seat) {
    if (!s->table.game->rules->conduct->observation)
        return false;
    hra_play_seen(s->table.play, ply, seat, s->seen);
    return memcmp(s->seen, hra_play_at(s->table.play, ply).state, s->table.game->state_size) != 0;
}

/* The same from one of the client's seats; a client without seats sees what all may know. */
static bool hides_from(hra_session *s, int ply, int client) {
    unsigned seats = hra_session_place(s, client) ? seats_of(s, client) : HRA_SEATS_ALL;
    for (int seat = 0; seat < s->table.game->seats; seat++)
        if ((seats >> seat & 1) && hides(s, ply, seat))
            return true;
    return false;
}

bool hra_session_see(hra_session *s, int client) {
    int view = hra_session_view_of(s, client), now = hra_play_plies(s->table.play);
    if (view == NOTHING_HIDDEN && hides_from(s, now, client))
        return false;
    if (view >= 0)
        hra_play_seen(s->table.play, now, view, s->seen);
    else
        memcpy(s->seen, hra_session_now(s), s->table.game->state_size);
    return true;
}

bool hra_session_is_hidden(hra_session *s, int client, int ply) {
    return hra_play_at(s->table.play, ply).mover != HRA_OVER && hides_from(s, ply, client);
}

bool hra_session_hides_now(hra_session *s, int client) {
    return hra_session_is_hidden(s, client, hra_play_plies(s->table.play));
}

bool hra_session_sees_all(hra_session *s, int client) {
    return !s->table.play || (hra_session_see(s, client) &&
                              memcmp(s->seen, hra_session_now(s), s->table.game->state_size) == 0);
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* A secret is hidden from all clients but one that has the mover's seat alone. A game of
 * programs alone hides nothing. */
bool hra_session_is_secret(const hra_session *s, int client, int ply) {
    const hra_game *game = s->table.game;
    int mover = hra_play_at(s->table.play, ply).mover;
    if (mover < 0 || !game->rules->conduct->hidden ||
        !game->rules->conduct->hidden(game, hra_play_at(s->table.play, ply).state,
                                      hra_play_at(s->table.play, ply).move))
        return false;
    unsigned seats = seats_of(s, client);
    bool nobody = s->clients[client].seats == HRA_SEATS_ALL && !seats;
    return !nobody && seats != 1u << mover;
}

void hra_session_recall(hra_session *s, int client) {
    session_client *c = &s->clients[client];
    c->first_hidden = -1;
    if (!c->open || !s->table.play)
        return;
    int plies = hra_play_plies(s->table.play), ply = plies;
    while (ply > 0 && hra_session_is_hidden(s, client, ply))
        ply--;
    for (; ply < plies && c->first_hidden < 0; ply++)
        if (hra_session_is_secret(s, client, ply))
            c->first_hidden = ply;
}

/* ---- from where -----------------------------------------------------------------------------*/

hra_err hra_seats_read(const char *text, int count, unsigned *seats, hra_error *why) {
    static const char *const places[] = {"table", "watch", NULL};
    uint64_t seat;
    hra_err err = HRA_OK;
    if (strcmp(text, "table") == 0)
        *seats = HRA_SEATS_ALL;
    else if (strcmp(text, "watch") == 0)
        *seats = 0;
    else if (!isdigit((unsigned char)*text))
        err = hra_fail_unknown(why, -1, text, places, "'%.40s' is not a view; views are the seats and", text);
    else if ((err = hra_words_number(text, _("a seat"), 0, (uint64_t)count - 1, &seat, why)) == 0)
        *seats = 1u << seat;
    return err;
}

/* From where he looks; and where that was settled for him, what he may do. */
void hra_session_add_place(hra_session *s, const session_client *c) {
    bool several = (c->seats & (c->seats - 1)) != 0;
    const char *key = hra_session_key(s, "view");
    if (!c->seats || c->seats == HRA_SEATS_ALL)
        hra_json_text(&s->json, key, c->seats ? "table" : "watch");
    else if (several)
        hra_json_list(&s->json, key);
    for (int seat = 0; seat < HRA_MAX_SEATS && c->seats != HRA_SEATS_ALL; seat++)
        if (c->seats >> seat & 1)
            hra_json_integer(&s->json, several ? NULL : key, seat);
    if (several && c->seats != HRA_SEATS_ALL)
        hra_json_end(&s->json);
    if (c->may == HRA_PERMIT_ALL)
        return;
    hra_json_list(&s->json, hra_session_key(s, "permissions"));
    for (int i = 0; hra_session_rights[i]; i++)
        if (c->may >> i & 1)
            hra_json_text(&s->json, NULL,
                          hra_session_name(s->version, SESSION_RIGHTS, hra_session_rights[i]));
    hra_json_end(&s->json);
}

/* The rules that options decide, a sentence each, of a game that tells them. */
void hra_session_add_rules(hra_session *s) {
    const hra_game *game = s->table.game;
    if (!game->rules->text->say_rules)
        return;
    hra_text_clear(&s->words);
    game->rules->text->say_rules(game, &s->words);
    hra_json_list(&s->json, "rules");
    for (char *line = s->words.data, *end; line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        hra_json_text(&s->json, NULL, line);
    }
    hra_json_end(&s->json);
    s->text.err = s->text.err ? s->text.err : s->words.err;
}
