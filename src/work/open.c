/* Opening a work: its kind, the lines of its spec, the game and the players. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "rules/rules_complete.h"
#include "work/work.h"

enum { PLAYERS = 16 /* for which there is room at first */ };

/* ---- kinds ----------------------------------------------------------------------------------*/

static bool is_word(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static const hra_work_kind *find_kind(const char *name, size_t length) {
    const hra_work_kind *kind;
    for (int i = 0; (kind = hra_builtin_works[i]) != NULL; i++)
        if (is_word(kind->word, name, length) || is_word(kind->name, name, length))
            return kind;
    return NULL;
}

static const hra_work_kind *kind_of(const char *spec) {
    size_t length = 0;
    const char *name = hra_keyed_find(spec, "work", &length);
    return name ? find_kind(name, length) : NULL;
}

const char *hra_work_kind_of(const char *spec) {
    const hra_work_kind *kind = kind_of(spec);
    return kind ? kind->name : NULL;
}

static hra_err choose_kind(const char *name, const char *spec, const hra_work_kind **out, hra_error *why) {
    enum { MOST = 32 };
    size_t length = 0;
    const char *named = hra_keyed_find(spec, "work", &length);
    const hra_work_kind *said = kind_of(spec);
    *out = name ? find_kind(name, strlen(name)) : said;
    if (!name && !named)
        return hra_fail(why, HRA_EINPUT, -1, "the spec has no line 'work', which says what kind it is");
    if (*out && (!named || said == *out))
        return HRA_OK;
    if (*out)
        return hra_fail(why, HRA_EINPUT, -1, "the spec is that of '%.*s', not of '%s'",
                        (int)(length < MOST ? length : MOST), named, name);
    return hra_fail(why, HRA_EINPUT, -1, "unknown kind of work '%.*s'",
                    (int)(name || length >= MOST ? MOST : length), name ? name : named);
}

/* ---- game and players -----------------------------------------------------------------------*/

static hra_err open_game(hra_work *w, hra_error *why) {
    const char *spec = hra_keyed_text(w->keyed, "game", 0);
    const char *position = hra_keyed_text(w->keyed, "position", 0);
    int named = w->kind->named ? w->kind->named(w->keyed) : 0;
    w->game = w->setup.game;
    if (w->game)
        return HRA_OK;
    position = position ? position : hra_keyed_text(w->keyed, "opening", 0);
    hra_err err = hra_game_open_at(&w->own_game, w->setup.host, spec, named, position, why);
    w->game = w->own_game;
    return err;
}

/* The work's own player with this spec; NULL: there is none yet. */
static const hra_player *find_player(const hra_work *w, const char *spec) {
    for (int i = 0; i < w->player_count; i++)
        if (strcmp(hra_player_info_of(w->players[i])->spec, spec) == 0)
            return w->players[i];
    return NULL;
}

hra_err hra_work_player(hra_work *w, const char *spec, const hra_player **out, hra_error *why) {
    if (w->setup.player)
        return w->setup.player(w->setup.player_self, spec, out, why);
    *out = find_player(w, spec);
    if (*out)
        return HRA_OK;
    if (w->player_count % PLAYERS == 0) {
        hra_player **more = realloc(w->players, (size_t)(w->player_count + PLAYERS) * sizeof *more);
        if (!more)
            return hra_no_memory(why);
        w->players = more;
    }
    hra_player **at = &w->players[w->player_count];
    hra_err err = hra_player_open(at, w->game, spec, w->setup.data, w->setup.progress, why);
    if (err)
        return err;
    *out = *at;
    w->player_count++;
    return HRA_OK;
}

/* ---- the work -------------------------------------------------------------------------------*/

static hra_err fill(hra_work *w, const char *kind, const char *spec, const hra_work_setup *setup,
                    hra_error *why) {
    static const hra_work_setup nothing = {.size = sizeof nothing};
    hra_err err =
        hra_take_struct(&w->setup, sizeof w->setup, setup ? setup : &nothing, _("the setup of work"), why);
    if (!err)
        err = choose_kind(kind, spec, &w->kind, why);
    if (!err && !(w->text = strdup(spec)))
        err = hra_no_memory(why);
    if (!err)
        err = hra_keyed_open(&w->keyed, spec, w->kind->lines, why);
    if (!err)
        err = open_game(w, why);
    if (!err && !(w->self = calloc(1, w->kind->self_size)))
        err = hra_no_memory(why);
    if (!err)
        w->info = (hra_work_info){w->kind->name, w->text, w->game, w->kind->fetches && w->setup.fetch};
    return err ? err : w->kind->open(w->self, w, why);
}

hra_err hra_work_open(hra_work **out, const char *kind, const char *spec, const hra_work_setup *setup,
                      hra_error *why) {
    hra_work *w = calloc(1, sizeof *w);
    if (!w || hra_lock_init(&w->lock) != 0) {
        free(w);
        return hra_no_memory(why);
    }
    if (hra_lock_init(&w->tasks_lock) != 0) {
        hra_lock_release(&w->lock);
        free(w);
        return hra_no_memory(why);
    }
    w->most = 1;
    hra_err err = fill(w, kind, spec, setup, why);
    if (err)
        hra_work_close(w);
    else
        *out = w;
    return err;
}

void hra_work_close(hra_work *w) {
    if (!w)
        return;
    if (w->self)
        w->kind->close(w->self);
    free(w->self);
    hra_openings_close(w->openings);
    for (int i = 0; i < w->player_count; i++)
        hra_player_close(w->players[i]);
    hra_game_close(w->own_game);
    hra_keyed_close(w->keyed);
    hra_lock_release(&w->tasks_lock);
    hra_lock_release(&w->lock);
    free(w->players);
    hra_work_release_held(w);
    free(w->text);
    free(w->tasks);
    free(w->slots);
    free(w->order);
    free(w);
}

const hra_work_info *hra_work_info_of(const hra_work *w) {
    return &w->info;
}

const hra_game *hra_work_game(const hra_work *w) {
    return w->game;
}

/* ---- for kinds ------------------------------------------------------------------------------*/

const hra_keyed *hra_work_keyed(const hra_work *w) {
    return w->keyed;
}

const hra_work_setup *hra_work_brought(const hra_work *w) {
    return &w->setup;
}

uint64_t hra_work_seed(const hra_work *w) {
    return hra_keyed_number(w->keyed, "seed", 0);
}

hra_limits hra_work_limits(const hra_work *w) {
    hra_limits limits = {.depth = (int)hra_keyed_number(w->keyed, "depth", 0),
                         .nodes = hra_keyed_number(w->keyed, "nodes", 0),
                         .playouts = hra_keyed_number(w->keyed, "playouts", 0)};
    limits.seconds = hra_keyed_real(w->keyed, "time", 0);
    return limits;
}

bool hra_work_has_records(const hra_work *w) {
    return hra_keyed_yes(w->keyed, "records");
}

hra_err hra_work_openings(hra_work *w, const hra_openings **out, hra_error *why) {
    hra_text positions;
    hra_err err = HRA_OK;
    hra_text_init(&positions);
    hra_keyed_join(w->keyed, "opening", &positions);
    if (positions.err)
        err = hra_no_memory(why);
    else if (positions.length)
        err = hra_openings_read(&w->openings, w->game, positions.data, positions.length, why);
    hra_text_release(&positions);
    *out = w->openings;
    return err;
}

hra_err hra_work_adjudicator(hra_work *w, hra_adjudicator *own, hra_solution **tables,
                             const hra_adjudicator **out, hra_error *why) {
    const char *draw = hra_keyed_text(w->keyed, "draw", 0), *resign = hra_keyed_text(w->keyed, "resign", 0);
    const bool asks = hra_keyed_yes(w->keyed, "tables");
    hra_err err = draw ? hra_adjudicator_read(own, "draw", draw, why) : HRA_OK;
    if (!err && resign)
        err = hra_adjudicator_read(own, "resign", resign, why);
    own->max_plies = (int)hra_keyed_number(w->keyed, "length", 0);
    if (!err && asks && !w->setup.no_tasks) {
        const hra_solve_setup how = {.size = sizeof how,
                                     .threads = w->setup.workers > 0 ? w->setup.workers : 1,
                                     .data = w->setup.data,
                                     .progress = w->setup.progress};
        err = hra_solution_open(tables, w->game, &how, why);
        own->tablebases = *tables;
    }
    *out = draw || resign || own->max_plies || asks ? own : NULL;
    return err;
}

void hra_work_begin_at(hra_work *w, uint64_t piece) {
    w->reached = piece;
}

hra_err hra_work_damaged(hra_error *why) {
    return hra_fail(why, HRA_EDAMAGED, -1, "%s", _("damaged result"));
}

void *hra_work_self(const hra_work *w, const hra_work_kind *kind) {
    return w->kind == kind ? w->self : NULL;
}

void hra_work_hold(hra_work *w) {
    hra_lock_take(&w->lock);
}

void hra_work_loose(hra_work *w) {
    hra_lock_give(&w->lock);
}

void hra_work_enter(hra_work *w) {
    hra_lock_take(&w->tasks_lock);
}

void hra_work_leave(hra_work *w) {
    hra_lock_give(&w->tasks_lock);
}
