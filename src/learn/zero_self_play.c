/* Games of a learner with a tree search. */
#include "learn/zero_self_play.h"

#include <stdlib.h>
#include <string.h>

#include "learn/portable_random.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"

enum { PLAY_STREAM = 67, FIRST = 64 };

void hra_zero_game_release(hra_zero_game *g) {
    free(g->moves);
    free(g->keys);
    free(g->choices);
    free(g->states);
    free(g->visits);
    *g = (hra_zero_game){0};
}

static const void *state_of(const hra_zero_game *g, const hra_game *game, int choice) {
    return g->states + (size_t)choice * game->state_size;
}

/* ---- memory of a thread ---------------------------------------------------------------------*/

void hra_zero_work_release(hra_zero_work *w) {
    hra_heads_work_release(&w->heads);
    hra_puct_release(&w->puct);
    free(w->s);
    free(w->seen);
    free(w->moves);
    free(w->probability);
    free(w->policy);
    *w = (hra_zero_work){0};
}

hra_err hra_zero_work_init(hra_zero_work *w, const hra_learnt *learnt, const hra_puct_options *puct) {
    const hra_game *game = learnt->game;
    size_t capacity = hra_game_move_capacity(game);
    *w = (hra_zero_work){.game = game};
    w->s = malloc(game->state_size);
    w->seen = malloc(game->state_size);
    w->moves = malloc(capacity * sizeof *w->moves);
    w->probability = malloc(capacity * sizeof *w->probability);
    w->policy = malloc(capacity * sizeof *w->policy);
    hra_err err = w->s && w->seen && w->moves && w->probability && w->policy ? HRA_OK : HRA_ENOMEM;
    if (!err)
        err = hra_heads_work_init(&w->heads, learnt);
    if (!err)
        err = hra_puct_init(&w->puct, game, puct, (hra_puct_judge){&w->heads, hra_heads_judge});
    if (err)
        hra_zero_work_release(w);
    return err;
}

/* ---- one step after the other ---------------------------------------------------------------*/

/* At least `wanted` things of `each` bytes; *room is how many there are room for. */
static bool grow(void **block, int *capacity, int wanted, size_t each) {
    int more = *capacity ? *capacity : FIRST;
    if (wanted <= *capacity)
        return true;
    while (more < wanted)
        more *= 2;
    void *bigger = realloc(*block, (size_t)more * each);
    if (!bigger)
        return false;
    *block = bigger;
    *capacity = more;
    return true;
}

static bool grow_plies(hra_zero_game *g, const hra_game *game) {
    int capacity = g->plies_room;
    if (g->plies < capacity)
        return true;
    void *moves = g->moves, *keys = g->keys;
    bool good = grow(&moves, &capacity, g->plies + 1, sizeof *g->moves);
    g->moves = moves;
    if (good && game->repetition_limit) {
        capacity = g->plies_room;
        good = grow(&keys, &capacity, g->plies + 1, sizeof *g->keys);
        g->keys = keys;
    }
    if (good)
        g->plies_room = capacity;
    return good;
}

static bool grow_choices(hra_zero_game *g, const hra_game *game, int visits) {
    int capacity = g->capacity;
    void *choices = g->choices, *states = g->states, *list = g->visits;
    bool good = grow(&choices, &capacity, g->count + 1, sizeof *g->choices);
    g->choices = choices;
    if (good && g->count == g->capacity) {
        capacity = g->capacity;
        good = grow(&states, &capacity, g->count + 1, game->state_size);
        g->states = states;
    }
    if (good)
        g->capacity = capacity;
    good = good && grow(&list, &g->visit_room, g->visit_count + visits, sizeof *g->visits);
    g->visits = list;
    return good;
}

static void begin(hra_zero_game *g, hra_zero_work *w, uint64_t number) {
    g->plies = g->opening = g->count = g->visit_count = 0;
    g->over = false;
    memset(g->result, 0, sizeof g->result);
    hra_game_begin(w->game, number, w->s);
}

/* Looks at the state that was reached: notes its key, and the result where the game is over. Who is to move,
 * HRA_OVER by repetition too. */
static int arrive(hra_zero_game *g, hra_zero_work *w) {
    const hra_game *game = w->game;
    int mover = game->rules->to_move(game, w->s), times = 1;
    if (mover == HRA_OVER)
        game->rules->returns(game, w->s, g->result);
    if (mover != HRA_OVER && game->repetition_limit) {
        uint64_t key = hra_game_key(game, w->s);
        for (int i = 0; i < g->plies; i++)
            times += g->keys[i] == key;
        g->keys[g->plies] = key;
        if (game->rules->conduct->recall)
            game->rules->conduct->recall(game, w->s, g->keys, g->plies);
        if (times >= game->repetition_limit)
            mover = HRA_OVER;
    }
    g->over = mover == HRA_OVER;
    return mover;
}

static void make(hra_zero_game *g, hra_zero_work *w, hra_move m) {
    g->moves[g->plies++] = m;
    w->game->rules->apply(w->game, w->s, m);
}

/* Adds a choice among n moves. Returns the array for their visits, which the caller fills; NULL if memory
 * runs out. */
static uint16_t *add_choice(hra_zero_game *g, hra_zero_work *w, int n) {
    const hra_game *game = w->game;
    if (!grow_choices(g, game, n))
        return NULL;
    g->choices[g->count] = (hra_zero_choice){g->plies, g->visit_count, n};
    memcpy(g->states + (size_t)g->count++ * game->state_size, w->s, game->state_size);
    g->visit_count += n;
    return g->visits + g->visit_count - n;
}

/* ---- playing --------------------------------------------------------------------------------*/

static void add_noise(hra_zero_work *w, const hra_zero_way *way, hra_rng *rng) {
    hra_puct *p = &w->puct;
    int n = (int)hra_puct_children(p);
    double alpha = way->dirichlet > 0 ? way->dirichlet : 10.0 / n;
    if (way->noise <= 0)
        return;
    hra_draw_dirichlet(rng, alpha < 1 ? alpha : 1, n, w->policy);
    for (int i = 0; i < n; i++) {
        float *prior = &p->nodes[p->nodes[0].first + (uint32_t)i].prior;
        *prior += (float)way->noise * (w->policy[i] - *prior);
    }
}

/* The visits of the n moves that a search of the state gives; it is as the seat sees it. */
static hra_err search(hra_zero_game *g, hra_zero_work *w, const hra_zero_way *way, int seat, int n,
                      hra_rng *rng, const hra_stop *stop, uint16_t *visits) {
    hra_puct *p = &w->puct;
    hra_rng own;
    hra_rng_init(&own, hra_rng_next(rng));
    hra_game_view(w->game, w->s, seat, w->seen);
    if (hra_puct_begin(p, w->seen, g->keys, w->game->repetition_limit ? g->plies : 0, &own) != 0)
        return HRA_ENOMEM;
    add_noise(w, way, rng);
    for (int i = 0; i < way->playouts; i++) {
        if (hra_stop_is_set(stop))
            return HRA_ESTOPPED;
        (void)hra_puct_simulate(p, UINT64_MAX);
    }
    for (int i = 0; i < n; i++)
        visits[i] =
            (uint16_t)(i < (int)hra_puct_children(p) ? p->nodes[p->nodes[0].first + (uint32_t)i].visits : 0);
    return HRA_OK;
}

static hra_err decide(hra_zero_game *g, hra_zero_work *w, const hra_zero_way *way, int seat, hra_rng *rng,
                      const hra_stop *stop) {
    int n = w->game->rules->moves(w->game, w->s, w->moves);
    uint16_t *visits = add_choice(g, w, n);
    hra_err err = visits ? HRA_OK : HRA_ENOMEM;
    visits = visits ? visits : g->visits;
    if (!err && n > 1)
        err = search(g, w, way, seat, n, rng, stop, visits);
    else if (!err)
        visits[0] = 1;
    if (!err)
        make(g, w,
             w->moves[hra_draw_visited(rng, visits, n, g->count <= way->sampled ? way->temperature : 0)]);
    return err;
}

/* Opens a game with moves drawn uniformly at random. The net is trained only on what follows them. */
static void open_evenly(hra_zero_game *g, hra_zero_work *w, hra_rng *rng) {
    int n = w->game->rules->moves(w->game, w->s, w->moves);
    make(g, w, w->moves[hra_rng_below(rng, (uint32_t)n)]);
    g->opening++;
}

hra_err hra_zero_game_play(hra_zero_game *g, hra_zero_work *w, const hra_zero_way *way, uint64_t seed,
                           uint64_t number, const hra_stop *stop) {
    const hra_game *game = w->game;
    hra_err err = HRA_OK;
    hra_rng rng;
    hra_rng_init_stream(&rng, seed, number, 0, PLAY_STREAM);
    begin(g, w, number);
    const int opening = (int)hra_rng_below(&rng, (uint32_t)way->opening + 1);
    while (!err) {
        if (!grow_plies(g, game))
            return HRA_ENOMEM;
        int mover = arrive(g, w);
        if (mover == HRA_OVER || g->plies == way->plies)
            break;
        if (mover == HRA_CHANCE)
            make(g, w, hra_game_sample(game, w->s, &rng, w->moves, w->probability));
        else if (g->opening < opening)
            open_evenly(g, w, &rng);
        else
            err = decide(g, w, way, mover, &rng, stop);
    }
    return err;
}

/* ---- of a record ----------------------------------------------------------------------------*/

/* The choice of move m in the state w->s. */
static hra_err add_made(hra_zero_game *g, hra_zero_work *w, hra_move m) {
    const int n = w->game->rules->moves(w->game, w->s, w->moves);
    uint16_t *visits = add_choice(g, w, n);
    if (!visits)
        return HRA_ENOMEM;
    for (int i = 0; i < n; i++)
        visits[i] = w->moves[i] == m;
    return HRA_OK;
}

/* The state before a ply of the record, in w->game: its options may differ, so that states are other bytes. HRA_EINPUT: it has
 * no such position. */
static hra_err read_state(const hra_zero_work *w, const hra_record *record, int ply) {
    const hra_game *theirs = hra_record_info(record)->game;
    hra_text text;
    hra_text_init(&text);
    theirs->rules->text->write_position(theirs, hra_record_at(record, ply).state, &text);
    const hra_err err =
        text.err ? text.err : hra_game_read_position(w->game, hra_text_string(&text), w->s, NULL);
    hra_text_release(&text);
    return err;
}

/* Whether the state before a ply of the record is written as w->s is. */
static hra_err compare(const hra_zero_work *w, const hra_record *record, int ply) {
    const hra_game *theirs = hra_record_info(record)->game;
    hra_text texts[2];
    hra_text_init(&texts[0]);
    hra_text_init(&texts[1]);
    theirs->rules->text->write_position(theirs, hra_record_at(record, ply).state, &texts[0]);
    w->game->rules->text->write_position(w->game, w->s, &texts[1]);
    hra_err err = texts[0].err || texts[1].err ? HRA_ENOMEM : HRA_OK;
    if (!err && strcmp(hra_text_string(&texts[0]), hra_text_string(&texts[1])) != 0)
        err = HRA_EINPUT;
    hra_text_release(&texts[0]);
    hra_text_release(&texts[1]);
    return err;
}

/* Goes by the record until it ends, or the game does by the rules of w->game. The last state with a move in it is compared. */
static hra_err follow(hra_zero_game *g, hra_zero_work *w, const hra_record *record) {
    const hra_game *game = w->game;
    const int plies = hra_record_info(record)->plies;
    hra_err err = read_state(w, record, 0);
    for (int ply = 0; ply < plies && !err; ply++) {
        const hra_move m = hra_record_at(record, ply).move;
        const int mover = game->rules->to_move(game, w->s);
        if (mover == HRA_OVER)
            break;
        if (!grow_plies(g, game))
            return HRA_ENOMEM;
        if (hra_is_concession(game, w->s, m)) { /* in no list of moves, and nothing to learn */
            err = read_state(w, record, ply + 1);
            g->moves[g->plies++] = m;
            continue;
        }
        if (!hra_game_legal(game, w->s, m))
            return HRA_EFIT;
        if (mover >= 0)
            err = add_made(g, w, m);
        if (!err && ply == plies - 1)
            err = compare(w, record, ply);
        make(g, w, m);
    }
    return err;
}

hra_err hra_zero_game_of(hra_zero_game *g, hra_zero_work *w, const hra_record *record) {
    const hra_play_info *info = hra_record_info(record);
    if (strcmp(info->game->rules->name, w->game->rules->name) != 0 || info->game->seats != w->game->seats)
        return HRA_EFIT;
    g->plies = g->opening = g->count = g->visit_count = 0;
    hra_err err = follow(g, w, record);
    g->over = info->outcome != HRA_OUTCOME_NONE;
    memcpy(g->result, info->returns, sizeof g->result);
    return err == HRA_EINPUT ? HRA_EFIT : err;
}

/* ---- as bytes -------------------------------------------------------------------------------*/

void hra_zero_game_write(const hra_zero_game *g, hra_text *out) {
    int choice = 0;
    hra_bytes_put(out, (uint64_t)g->plies, 4);
    hra_bytes_put(out, (uint64_t)g->opening, 4);
    for (int i = 0; i < g->plies; i++) {
        hra_bytes_put(out, g->moves[i], 4);
        if (choice == g->count || g->choices[choice].ply != i)
            continue;
        const hra_zero_choice *c = &g->choices[choice++];
        for (int k = 0; k < c->count; k++)
            hra_bytes_put(out, g->visits[c->first + k], 2);
    }
}

static hra_err read_choice(hra_zero_game *g, hra_zero_work *w, hra_move m, hra_bytes *from) {
    int n = w->game->rules->moves(w->game, w->s, w->moves), sum = 0, at = 0;
    if (hra_bytes_left(from) < 2 * (size_t)n)
        return HRA_EDAMAGED;
    while (at < n && w->moves[at] != m)
        at++;
    uint16_t *visits = at < n ? add_choice(g, w, n) : NULL;
    if (!visits)
        return at < n ? HRA_ENOMEM : HRA_EDAMAGED;
    for (int k = 0; k < n; k++)
        sum += visits[k] = (uint16_t)hra_bytes_take(from, 2);
    return sum ? HRA_OK : HRA_EDAMAGED;
}

hra_err hra_zero_game_read(hra_zero_game *g, hra_zero_work *w, uint64_t number, int plies, hra_bytes *from) {
    begin(g, w, number);
    if (hra_bytes_left(from) < 8)
        return HRA_EDAMAGED;
    const uint64_t count = hra_bytes_take(from, 4), opening = hra_bytes_take(from, 4);
    for (uint64_t i = 0; i <= count; i++) {
        if (!grow_plies(g, w->game))
            return HRA_ENOMEM;
        int mover = arrive(g, w);
        if (i == count)
            return (mover == HRA_OVER || g->plies == plies) && opening == (uint64_t)g->opening ? HRA_OK
                                                                                               : HRA_EDAMAGED;
        if (mover == HRA_OVER || g->plies == plies || hra_bytes_left(from) < 4)
            return HRA_EDAMAGED;
        hra_move m = (hra_move)hra_bytes_take(from, 4);
        const bool choice = mover != HRA_CHANCE && (uint64_t)g->opening == opening;
        hra_err err = choice ? read_choice(g, w, m, from) : hra_game_check_move(w->game, w->s, m);
        g->opening += !choice && mover != HRA_CHANCE;
        if (err)
            return err == HRA_ENOMEM ? err : HRA_EDAMAGED;
        make(g, w, m);
    }
    return HRA_OK;
}

/* ---- learning -------------------------------------------------------------------------------*/

int hra_zero_find_choice(const uint64_t *ends, int games, uint64_t *at) {
    int low = 0, high = games - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ends[middle] > *at)
            high = middle;
        else
            low = middle + 1;
    }
    *at -= low ? ends[low - 1] : 0;
    return low;
}

void hra_zero_game_learn(const hra_zero_game *g, hra_zero_work *w, int choice, int seat, float factor,
                         float *block) {
    const hra_game *game = w->game;
    const hra_zero_choice *c = &g->choices[choice];
    const uint16_t *visits = g->visits + c->first;
    const void *s = state_of(g, game, choice);
    float sum = 0;
    for (int i = 0; i < c->count; i++)
        sum += visits[i];
    for (int i = 0; i < c->count; i++)
        w->policy[i] = visits[i] / sum;
    (void)game->rules->moves(game, s, w->moves);
    hra_heads_lesson lesson = {.state = s,
                               .seat = game->rules->to_move(game, s),
                               .result = g->over ? g->result : NULL,
                               .moves = w->moves,
                               .policy = w->policy,
                               .n = c->count};
    hra_heads_learn(&w->heads, &lesson, factor, block);
    memcpy(w->s, s, game->state_size);
    game->rules->apply(game, w->s, g->moves[c->ply]);
    if (!g->over || game->rules->to_move(game, w->s) == HRA_OVER)
        return;
    lesson = (hra_heads_lesson){.state = w->s, .seat = seat, .result = g->result};
    hra_heads_learn(&w->heads, &lesson, factor, block);
}
