/* Guests: who was invited to which seat, and who is there. */
#include "serve.h"

#include <errno.h>
#include <hra/play.h>
#include <hra/player.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* ---- keys -----------------------------------------------------------------------------------*/

static bool is_key(const char *text) {
    return strlen(text) == SERVE_KEY && strspn(text, "0123456789abcdef") == SERVE_KEY;
}

/* The place of an invitation whose key has this hash; -1: none. The hash is of 128 random bits, so that the time of a
 * comparison says nothing. */
static int find_hash(const serve_table *t, const unsigned char hash[SHA256_BYTES]) {
    for (int i = 0; i < SERVE_INVITES; i++)
        if (t->invites[i].number && memcmp(t->invites[i].hash, hash, SHA256_BYTES) == 0)
            return i;
    return -1;
}

serve_caller serve_find_caller(serve *s, const char *key) {
    unsigned char hash[SHA256_BYTES];
    if (serve_same_token(s->token, key))
        return (serve_caller){.role = HRA_ROLE_OWNER};
    if (!is_key(key))
        return (serve_caller){.role = HRA_ROLE_STRANGER};
    sha256(key, SERVE_KEY, hash);
    for (int i = 0; i < SERVE_BUCKETS; i++)
        for (serve_table *t = s->tables[i]; t; t = t->next) {
            int place = find_hash(t, hash);
            if (place >= 0)
                return (serve_caller){.role = place == SERVE_WATCHING ? HRA_ROLE_WATCHER : HRA_ROLE_SEAT,
                                      .table = t,
                                      .place = place,
                                      .invite = t->invites[place].number};
        }
    return (serve_caller){.role = HRA_ROLE_STRANGER};
}

/* ---- invitations ----------------------------------------------------------------------------*/

bool serve_is_invited(const serve_table *t) {
    for (int i = 0; i < SERVE_INVITES; i++)
        if (t->invites[i].number)
            return true;
    return false;
}

hra_err serve_invite_to(serve_table *t, int place, char key[SERVE_KEY + 1], hra_error *why) {
    static const char digits[] = "0123456789abcdef";
    unsigned char chance[SERVE_KEY / 2];
    serve_invite *invite = &t->invites[place];
    if (getentropy(chance, sizeof chance) != 0)
        return hra_fail(why, HRA_EIO, -1, "cannot get random numbers: %s", hra_system_text(errno));
    for (int i = 0; i < SERVE_KEY; i++)
        key[i] = digits[i % 2 ? chance[i / 2] & 15 : chance[i / 2] >> 4];
    key[SERVE_KEY] = '\0';
    if (invite->number)
        (void)serve_revoke(t, invite->number);
    invite->number = ++t->serve->invited;
    sha256(key, SERVE_KEY, invite->hash);
    serve_settle(t);
    return HRA_OK;
}

bool serve_revoke(serve_table *t, uint64_t number) {
    serve *s = t->serve;
    int place = 0;
    while (place < SERVE_INVITES && t->invites[place].number != number)
        place++;
    if (!number || place == SERVE_INVITES)
        return false;
    t->invites[place] = (serve_invite){0};
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        if (t->clients[k].browser && t->clients[k].invite == number)
            hra_session_detach(t->session, k); /* it gets `bye` */
    for (int i = 0; i < SERVE_BROWSERS; i++)
        if (s->browsers[i].name[0] && s->browsers[i].invite == number) {
            if (s->browsers[i].stream)
                http_end(s->browsers[i].stream);
            s->browsers[i] = (serve_browser){0};
        }
    serve_settle(t);
    return true;
}

void serve_revoke_all(serve_table *t) {
    for (int i = 0; i < SERVE_INVITES; i++)
        (void)serve_revoke(t, t->invites[i].number);
}

/* ---- seats ----------------------------------------------------------------------------------*/

static unsigned invited_seats(const serve_table *t) {
    unsigned seats = 0;
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        if (t->invites[seat].number)
            seats |= 1u << seat;
    return seats;
}

/* The seats with persons; without a game all. */
static unsigned person_seats(const serve_table *t) {
    const hra_play *play = hra_session_play(t->session);
    const hra_play_info *info = play ? hra_play_snapshot(play) : NULL;
    unsigned seats = 0;
    for (int seat = 0; info && seat < info->game->seats; seat++)
        if (hra_player_info_of(info->players[seat])->human)
            seats |= 1u << seat;
    return info ? seats : HRA_SEATS_ALL;
}

unsigned serve_seats_left(const serve_table *t, unsigned wanted) {
    unsigned invited = invited_seats(t);
    if (!invited)
        return wanted;
    return (wanted == HRA_SEATS_ALL ? person_seats(t) : wanted) & ~invited;
}

static bool is_over(const serve_table *t) {
    const hra_play *play = hra_session_play(t->session);
    return play && hra_play_at(play, HRA_NOW).mover == HRA_OVER;
}

void serve_ask_rematch(serve_table *t, int client) {
    if (is_over(t))
        t->rematch |= t->clients[client].seats & person_seats(t);
    serve_announce(t);
}

/* ---- who is there ---------------------------------------------------------------------------*/

static void write_people(const serve_table *t, hra_json *json) {
    unsigned persons = person_seats(t), here = 0;
    int watching = 0;
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++) {
        const serve_client *l = &t->clients[k];
        if (!l->browser || !l->browser->stream)
            continue;
        here |= l->seats;
        watching += l->seats == 0;
    }
    hra_json_list(json, "seats");
    for (int seat = 0; seat < HRA_MAX_SEATS && persons != HRA_SEATS_ALL; seat++) {
        if (!(persons >> seat & 1))
            continue;
        hra_json_object(json, NULL);
        hra_json_integer(json, "seat", seat);
        hra_json_bool(json, "here", here >> seat & 1);
        hra_json_bool(json, "invited", t->invites[seat].number != 0);
        hra_json_bool(json, "rematch", t->rematch >> seat & 1);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_integer(json, "watching", watching);
}

void serve_announce(serve_table *t) {
    serve *s = t->serve;
    char id[20];
    hra_text line; /* of its own: sending may lose a stream */
    t->stirred = false;
    if (!serve_is_invited(t))
        return;
    if (!is_over(t))
        t->rematch = 0;
    hra_text_init(&line);
    hra_json json = hra_json_begin(&line);
    hra_json_object(&json, NULL);
    hra_json_object(&json, "server");
    hra_json_object(&json, "people");
    hra_snprintf(id, sizeof id, "%016" PRIx64, t->id);
    hra_json_text(&json, "table", id);
    write_people(t, &json);
    for (int open = 3; open > 0; open--)
        hra_json_end(&json);
    hra_text_add_char(&line, '\n');
    for (int i = 0; i < SERVE_BROWSERS; i++) {
        bool is_here = false;
        for (int k = 1; k < HRA_SESSION_CLIENTS && s->browsers[i].stream; k++)
            is_here = is_here || t->clients[k].browser == &s->browsers[i];
        if (is_here)
            serve_send(&s->browsers[i], &line);
    }
    hra_text_release(&line);
}
