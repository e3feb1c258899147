/* The position after N plies of each game of a file, as a line that hra_openings_read reads. */
#include "opening_games.h"

#include <stdlib.h>
#include <string.h>

#include "commands/data_dir.h"
#include "commands/records.h"

/* Positions that were taken: a hash table of keys of the game, of which 0 stands for an empty place. */
typedef struct key_set {
    uint64_t *keys, size, count; /* size: a power of 2, or 0 */
} key_set;

typedef struct taking {
    const hra_game *game; /* NULL: only the first position is wanted */
    const hra_rules *rules;
    int plies;
    void *state;
    key_set taken;
    hra_text *out;
    int games, openings, damaged, brief, repeated, misfits;
    int misfit;      /* the first game of other rules, from 1 */
    hra_error other; /* why it is one */
} taking;

bool opening_games_look(const hra_rules *rules, const hra_text *text) {
    static const char own[] = "hra-record ";
    bool found = strncmp(hra_text_string(text), own, strlen(own)) == 0;
    for (const hra_format *f = hra_rules_offers(rules)->formats; !found && f && f->name; f++)
        found = f->read && f->looks && f->looks(hra_text_string(text), text->length) > 0;
    return found;
}

/* ---- positions, each once ---------------------------------------------------------------------*/

static uint64_t *place_of(const key_set *s, uint64_t key) {
    uint64_t at = key * 0x9e3779b97f4a7c15 >> 20;
    while (s->keys[at & (s->size - 1)] && s->keys[at & (s->size - 1)] != key)
        at++;
    return &s->keys[at & (s->size - 1)];
}

static bool grow(key_set *s) {
    key_set larger = {.size = s->size ? 2 * s->size : 1024, .count = s->count};
    larger.keys = calloc((size_t)larger.size, sizeof *larger.keys);
    if (!larger.keys)
        return false;
    for (uint64_t i = 0; i < s->size; i++)
        if (s->keys[i])
            *place_of(&larger, s->keys[i]) = s->keys[i];
    free(s->keys);
    *s = larger;
    return true;
}

/* Whether the key is new. HRA_ENOMEM in *err. */
static bool add_key(key_set *s, uint64_t key, hra_err *err) {
    if (2 * s->count >= s->size && !grow(s)) {
        *err = HRA_ENOMEM;
        return false;
    }
    uint64_t *place = place_of(s, key ? key : 1);
    bool fresh = *place == 0;
    *place = key ? key : 1;
    s->count += fresh;
    return fresh;
}

/* ---- games ------------------------------------------------------------------------------------*/

static void pass_over_misfit(taking *t, const hra_error *why) {
    if (t->misfits++)
        return;
    t->misfit = t->games;
    t->other = *why;
}

/* The position is read back by the game that is going to be played: its options may be others than those of the file. */
static hra_err keep(taking *t, const char *position) {
    hra_error why;
    hra_err err = HRA_OK;
    if (t->game && hra_game_read_position(t->game, position, t->state, &why) != 0)
        pass_over_misfit(t, &why);
    else if (t->game && t->game->rules->to_move(t->game, t->state) == HRA_OVER)
        t->brief++;
    else if (t->game && !add_key(&t->taken, hra_game_key(t->game, t->state), &err))
        t->repeated += !err;
    else {
        hra_text_addf(t->out, "%s\n", position);
        t->openings++;
    }
    return err ? err : t->out->err;
}

/* By the rules; a game that was resigned or drawn there can go on. */
static bool is_over(const hra_record *record, int ply) {
    const hra_game *game = hra_record_info(record)->game;
    return game->rules->to_move(game, hra_record_at(record, ply).state) == HRA_OVER;
}

static hra_err take(taking *t, const hra_game_found *found) {
    hra_err err = HRA_OK;
    t->games++;
    if (!found->record || records_is_damaged(found)) {
        t->damaged++;
        return err;
    }
    const hra_play_info *info = hra_record_info(found->record);
    if (strcmp(info->game->rules->name, t->rules->name) != 0) {
        hra_error why;
        hra_fail(&why, HRA_EINPUT, -1, "%s", info->game->spec);
        pass_over_misfit(t, &why);
    } else if (info->plies < t->plies || is_over(found->record, t->plies))
        t->brief++;
    else {
        hra_text position;
        hra_text_init(&position);
        info->game->rules->text->write_position(info->game, hra_record_at(found->record, t->plies).state,
                                                &position);
        err = position.err ? position.err : keep(t, hra_text_string(&position));
        hra_text_release(&position);
    }
    return err;
}

static hra_err take_all(taking *t, const char *path, const hra_text *text, hra_error *why) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .name = path, .text = hra_text_string(text), .length = text->length};
    const hra_game_found *found;
    hra_game_file *file;
    hra_err err = hra_game_file_open(&file, &setup, why);
    if (err)
        return err;
    while (!err && !print_interrupted() && (t->game || !t->openings)) {
        err = hra_game_file_next(file, &found, why);
        if (err || !found)
            break;
        err = take(t, found);
        if (err)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    hra_game_file_close(file);
    return err;
}

void opening_games_first(const hra_rules *rules, const char *path, const hra_text *text, int plies,
                         hra_text *out) {
    taking t = {.rules = rules, .plies = plies, .out = out};
    hra_error why;
    (void)take_all(&t, path, text, &why); /* opening_games_read meets the error again */
}

/* Prints how many games have no opening; status EXIT_WRONG if no game has one. */
static int print_passed_over(const taking *t, const char *path) {
    hra_text said;
    hra_text_init(&said);
    hra_text_addf(&said,
                  _("%s: openings after %d plies from %d of %d games; passed over: %d damaged, %d too short, "
                    "%d repeated, %d of other rules"),
                  path, t->plies, t->openings, t->games, t->damaged, t->brief, t->repeated, t->misfits);
    if (!t->openings)
        print_error("%s", hra_text_string(&said));
    else if (t->openings < t->games)
        print_note("%s", hra_text_string(&said));
    if (t->misfits)
        print_note(_("%s, game %d: %s"), path, t->misfit, t->other.text);
    hra_text_release(&said);
    return t->openings ? EXIT_DONE : EXIT_WRONG;
}

int opening_games_read(const hra_game *game, const char *path, const hra_text *text, int plies,
                       hra_text *out) {
    taking t = {.game = game, .rules = game->rules, .plies = plies, .out = out};
    hra_error why;
    t.state = malloc(game->state_size);
    hra_err err = t.state ? take_all(&t, path, text, &why) : HRA_ENOMEM;
    free(t.state);
    free(t.taken.keys);
    if (err == HRA_ENOMEM)
        return print_no_memory();
    return err                   ? store_record_failure(path, &why)
           : print_interrupted() ? EXIT_INTERRUPTED
                                 : print_passed_over(&t, path);
}
