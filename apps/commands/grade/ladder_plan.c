/* Who meets whom in the ladder, and what players are called. */
#include <stdlib.h>
#include <string.h>

#include "commands/secret.h"
#include "ladder.h"

enum { MOST_VERSIONS = 1000000 }; /* that a store is believed */

static const char kind[] = "submission:name=";

void ladder_plan_init(ladder_plan *p, const hra_grade_task *task, uint64_t seed) {
    *p = (ladder_plan){.task = task, .seed = seed};
    for (int i = 0; task->ladder->players[i]; i++)
        (void)hra_snprintf(p->players[p->count++].spec, LADDER_SPEC, "%s", task->ladder->players[i]);
}

void ladder_plan_release(ladder_plan *p) {
    free(p->pairs);
    p->pairs = NULL;
}

/* ---- the plan of a store --------------------------------------------------------------------*/

/* "submission:name=k7q2-f9xh.2,code=..." */
static void read_player(ladder_player *out, const char *spec, size_t length) {
    const size_t head = sizeof kind - 1;
    *out = (ladder_player){0};
    (void)hra_snprintf(out->spec, sizeof out->spec, "%.*s", (int)(length < LADDER_SPEC ? length : 0), spec);
    const char *dot = strncmp(out->spec, kind, head) == 0 ? strchr(out->spec + head, '.') : NULL;
    if (!dot || dot - (out->spec + head) >= LADDER_NAME)
        return;
    (void)hra_snprintf(out->student, LADDER_NAME, "%.*s", (int)(dot - (out->spec + head)), out->spec + head);
    const long version = strtol(dot + 1, NULL, 10);
    out->version = version >= 1 && version <= MOST_VERSIONS ? (int)version : 1;
}

static hra_err add_pair(ladder_plan *p, int a, int b, hra_error *why) {
    if (p->pair_count == HRA_TOURNAMENT_PAIRINGS)
        return hra_fail_code(why, HRA_ELIMIT);
    if ((p->pair_count & (p->pair_count + 1)) == 0) { /* room doubles at 1, 3, 7, ... */
        ladder_pair *pairs = realloc(p->pairs, (size_t)(2 * p->pair_count + 2) * sizeof *pairs);
        if (!pairs)
            return hra_no_memory(why);
        p->pairs = pairs;
    }
    p->pairs[p->pair_count++] = (ladder_pair){.a = a, .b = b};
    return HRA_OK;
}

/* The value of a line of this name; NULL: the line has another one. */
static const char *value_of(const char *line, const char *name) {
    const size_t length = strlen(name);
    return strncmp(line, name, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static hra_err read_line(ladder_plan *p, const char *line, int *players, bool *right, hra_error *why) {
    const size_t length = strcspn(line, "\n");
    const char *value;
    const int own = p->count;
    if ((value = value_of(line, "game")) != NULL)
        *right = *right && strncmp(value, p->task->tests->game, strlen(p->task->tests->game)) == 0 &&
                 value[strlen(p->task->tests->game)] == '\n';
    if ((value = value_of(line, "seed")) != NULL)
        p->seed = strtoull(value, NULL, 10);
    if ((value = value_of(line, "player")) != NULL) {
        ladder_player read;
        read_player(&read, value, length - (size_t)(value - line));
        const int i = (*players)++;
        if (i < own && !p->players[i].student[0])
            *right = *right && strcmp(read.spec, p->players[i].spec) == 0;
        else if (i == own && own < HRA_TOURNAMENT_PLAYERS && read.student[0])
            p->players[p->count++] = read;
        else
            *right = false;
    }
    if ((value = value_of(line, "pairing")) != NULL) {
        char *comma;
        const long a = strtol(value, &comma, 10), b = *comma ? strtol(comma + 1, NULL, 10) : -1;
        *right = *right && a >= 0 && a < b && b < p->count;
        return *right ? add_pair(p, (int)a, (int)b, why) : HRA_OK;
    }
    return HRA_OK;
}

hra_err ladder_plan_read(ladder_plan *p, const char *spec, hra_error *why) {
    const char *work = hra_work_kind_of(spec);
    bool right = work && strcmp(work, "tournament") == 0;
    int players = 0;
    hra_err err = HRA_OK;
    for (const char *line = spec; right && !err && *line; line += strcspn(line, "\n"), line += *line == '\n')
        err = read_line(p, line, &players, &right, why);
    if (!err && (!right || !p->pair_count))
        err = hra_fail(why, HRA_ESTATE, -1,
                       _("--store has another run, not the ladder of the task %s; name a new store"),
                       p->task->name);
    return err;
}

void ladder_plan_note(ladder_plan *p, const char *task) {
    const char *at = task + strcspn(task, " ");
    double pairing, from, to;
    if (*at && hra_number_read(at + 1, &at, &pairing) && *at && hra_number_read(at + 1, &at, &from) && *at &&
        hra_number_read(at + 1, &at, &to) && pairing < p->pair_count) {
        uint64_t *done = &p->pairs[(int)pairing].done;
        *done = to > (double)*done ? (uint64_t)to : *done;
    }
}

/* ---- students -------------------------------------------------------------------------------*/

/* Two groups of four letters and digits (Crockford's base 32, in which none look alike): 40 bits. */
static void add_pseudonym(const unsigned char *code, char out[LADDER_NAME]) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint64_t bits = 0;
    int at = 0;
    for (int i = 0; i < 5; i++)
        bits = bits << 8 | code[i];
    for (int i = 7; i >= 0; i--) {
        out[at++] = letters[bits >> (5 * i) & 31];
        if (i == 4)
            out[at++] = '-';
    }
    out[at] = '\0';
}

/* The pseudonym depends on the name alone, the code on the file too. */
static hra_err derive(const submission *s, const hra_text *secret, char student[LADDER_NAME], char code[17],
                      hra_error *why) {
    unsigned char mac[SECRET_CODE];
    char name[2 * SECRET_CODE + 1], file[2 * SECRET_CODE + 1], message[300];
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_host_read_file(NULL, s->path, SUBMISSION_BYTES, &text, why);
    secret_digest(s->student, strlen(s->student), name);
    secret_digest(hra_text_string(&text), text.length, file);
    hra_text_release(&text);
    (void)hra_snprintf(message, sizeof message, "hra grade 1\nstudent %s\n", name);
    secret_code(secret, message, mac);
    add_pseudonym(mac, student);
    (void)hra_snprintf(message, sizeof message, "hra grade 1\nstudent %s\nversion %s\n", name, file);
    secret_code(secret, message, mac);
    for (int i = 0; i < 8; i++)
        (void)hra_snprintf(code + (ptrdiff_t)2 * i, 3, "%02x", mac[i]);
    return err;
}

hra_err ladder_plan_enter(ladder_plan *p, const submission *s, const hra_text *secret, hra_error *why) {
    char student[LADDER_NAME], code[17];
    int version = 1;
    hra_err err = derive(s, secret, student, code, why);
    if (err)
        return err;
    for (int i = 0; i < p->count; i++) {
        ladder_player *other = &p->players[i];
        if (strcmp(other->student, student) != 0)
            continue;
        version = other->version >= version ? other->version + 1 : version;
        if (strstr(other->spec, code)) {
            other->file = s;
            return HRA_OK;
        }
    }
    if (p->count == HRA_TOURNAMENT_PLAYERS)
        return hra_fail(why, HRA_ELIMIT, -1, _("a ladder has at most %d players: name a new store"),
                        HRA_TOURNAMENT_PLAYERS);
    ladder_player *own = &p->players[p->count++];
    *own = (ladder_player){.version = version, .file = s};
    (void)hra_snprintf(own->student, sizeof own->student, "%s", student);
    (void)hra_snprintf(own->spec, sizeof own->spec, "%s%s.%d,code=%s", kind, student, version, code);
    return HRA_OK;
}

/* ---- pairs ----------------------------------------------------------------------------------*/

static bool can_play(const ladder_player *player) {
    return player->file || !player->student[0];
}

static bool is_open(const ladder_plan *p, const ladder_pair *pair) {
    return can_play(&p->players[pair->a]) && can_play(&p->players[pair->b]);
}

hra_err ladder_plan_pair(ladder_plan *p, hra_error *why) {
    bool *met = calloc(HRA_TOURNAMENT_PLAYERS, HRA_TOURNAMENT_PLAYERS * sizeof *met);
    hra_err err = met ? HRA_OK : hra_no_memory(why);
    for (int i = 0; met && i < p->pair_count; i++)
        met[p->pairs[i].a * HRA_TOURNAMENT_PLAYERS + p->pairs[i].b] = true;
    for (int b = 1; b < p->count && !err; b++)
        for (int a = 0; a < b && !err; a++)
            if (!met[a * HRA_TOURNAMENT_PLAYERS + b] && can_play(&p->players[a]) && can_play(&p->players[b]))
                err = add_pair(p, a, b, why);
    free(met);
    return err;
}

/* ---- the spec -------------------------------------------------------------------------------*/

/* Groups of a pairing: all that are wanted, or those that were played if a file is not here. */
static uint64_t groups_of(const ladder_plan *p, const ladder_pair *pair) {
    const hra_grade_ladder *ladder = p->task->ladder;
    const bool among = p->players[pair->a].student[0] && p->players[pair->b].student[0];
    const uint64_t wanted = (uint64_t)(among && ladder->among ? ladder->among : ladder->groups);
    return is_open(p, pair) && wanted > pair->done ? wanted : pair->done;
}

uint64_t ladder_plan_open_groups(const ladder_plan *p) {
    uint64_t open = 0;
    for (int i = 0; i < p->pair_count; i++)
        open += groups_of(p, &p->pairs[i]) - p->pairs[i].done;
    return open;
}

void ladder_plan_write(const ladder_plan *p, hra_text *out) {
    const hra_grade_ladder *ladder = p->task->ladder;
    hra_text_addf(out, "hra %s\nwork games\ngame %s\n", hra_version(), p->task->tests->game);
    for (int i = 0; i < p->count; i++)
        hra_text_addf(out, "player %s\n", p->players[i].spec);
    for (int i = 0; i < p->pair_count; i++)
        hra_text_addf(out, "pairing %d,%d %llu\n", p->pairs[i].a, p->pairs[i].b,
                      (unsigned long long)groups_of(p, &p->pairs[i]));
    hra_text_addf(out, "groups %d\nseed %llu\nrecords no\n", ladder->groups, (unsigned long long)p->seed);
    if (ladder->plies)
        hra_text_addf(out, "length %d\n", ladder->plies);
    for (const char *at = ladder->openings; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
        hra_text_addf(out, "opening %.*s\n", (int)strcspn(at, "\n"), at);
}
