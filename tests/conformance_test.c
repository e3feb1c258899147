/* What every registered game has to keep: one suite, and no game is named but in the table below.
 *
 * Random plays from several seeds visit states, and every property is checked on each of them. A
 * game is taken as it opens by default and with its least and greatest number of seats; what else is
 * worth playing stands in the table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"

static const char *const more_specs[] = {
    "yahtzee:rules=free,seats=2",
    "yahtzee:rules=plain",
    "yahtzee:rules=bonus,seats=3",
    "yahtzee:rules=yatzy,seats=2",
    "nim:rows=1",
    "nim:rows=1-2-3-4-5,last=loses",
    "matches:count=1",
    "matches:count=40,take=7",
    "race:board=lecture",
    "race:pieces=1,ring=8",
    "race:capture=must,win=10",
    "race:seats=3,pieces=2,ring=24,home=3,die=1-2-3,enter=any,again=none,tries=1,exact=no",
    "pacman:layout=five,limit=50",
    "pacman:layout=corridor,limit=0",
    "pacman:layout=city,ghosts=1,limit=100", /* solving the chases of pairs there takes seconds */
    "checkers:draw=5,repetition=0",
    "empire:map=thesis,neutral=0,first=bid",
    "empire:seats=3,first=bid,jokers=choose",
    "empire:seats=4,map=thesis,first=3",
    "tree:file=docs/examples/decision.tree", /* the tests run at the root of the sources */
    "tree:file=docs/examples/horizon.tree",
    "tree:file=docs/examples/lecture.tree",
    "tree:file=docs/examples/softmaxn.tree",
    "tree:file=docs/examples/star.tree",
};

enum { MAX_SPECS = 96, MAX_LINE = 4000 };

static char specs[MAX_SPECS][HRA_SPEC_LENGTH];
static int spec_count;

/* Some games have as many seats as another option says; those do not open with others. */
static void list_seats(const hra_rules *rules, int seats) {
    hra_game *game;
    snprintf(specs[spec_count], HRA_SPEC_LENGTH, "%s:seats=%d", rules->name, seats);
    if (seats == rules->seats.usual || hra_game_open(&game, &scene_files, specs[spec_count], NULL) != 0)
        return;
    hra_game_close(game);
    spec_count++;
}

static void list_specs(void) {
    for (int i = 0; i < hra_registry_games(NULL); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        snprintf(specs[spec_count++], HRA_SPEC_LENGTH, "%s", rules->name);
        list_seats(rules, rules->seats.fewest);
        if (rules->seats.most > rules->seats.fewest)
            list_seats(rules, rules->seats.most);
    }
    for (size_t i = 0; i < sizeof more_specs / sizeof *more_specs; i++)
        snprintf(specs[spec_count++], HRA_SPEC_LENGTH, "%s", more_specs[i]);
}

typedef struct property {
    const char *name;
    int plays; /* random plays of each spec */
    void (*check)(scene *);
} property;

static void check_property(void **state) {
    const property *p = *state;
    for (int i = 0; i < spec_count; i++) {
        scene c;
        scene_open(&c, specs[i]);
        for (int play = 0; play < p->plays; play++)
            scene_walk(&c, (uint64_t)play, p->check);
        scene_close(&c);
    }
}

/* ---- moves ----------------------------------------------------------------------------------*/

static void mover_is_somebody(scene *c) {
    if (c->mover != HRA_CHANCE && c->mover != HRA_OVER && (c->mover < 0 || c->mover >= c->game->seats))
        scene_broken(c, "to_move gives %d", c->mover);
    if (c->mover == HRA_CHANCE && !c->rules->chances)
        scene_broken(c, "chance is to move, but there is no function for it");
}

static void moves_are_distinct_and_few_enough(scene *c) {
    int most = c->mover == HRA_CHANCE ? c->game->max_chances : c->game->max_moves;
    if (c->mover != HRA_OVER && (c->n < 1 || c->n > most))
        scene_broken(c, "%d moves, not 1..%d", c->n, most);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < i; j++)
            if (c->moves[i] == c->moves[j])
                scene_broken(c, "moves %d and %d are both %u", j, i, c->moves[i]);
}

/* Each can be made, leads somewhere, and leaves the state it was made from alone. */
static void moves_are_applicable(scene *c) {
    size_t size = c->game->state_size;
    for (int i = 0; i < c->n; i++) {
        memcpy(c->scratch, c->s, size);
        c->rules->apply(c->game, c->scratch, c->moves[i]);
        int mover = c->rules->to_move(c->game, c->scratch);
        if (mover < HRA_OVER || mover >= c->game->seats)
            scene_broken(c, "move %u leads to a state in which %d is to move", c->moves[i], mover);
        if (memcmp(c->s, c->twin, size) != 0)
            scene_broken(c, "a move on a copy changed the state");
    }
}

static void chances_sum_to_one(scene *c) {
    double sum = 0;
    for (int i = 0; c->mover == HRA_CHANCE && i < c->n; i++) {
        if (!(c->probability[i] > 0))
            scene_broken(c, "outcome %u has probability %g", c->moves[i], c->probability[i]);
        sum += c->probability[i];
    }
    if (c->mover == HRA_CHANCE && !(fabs(sum - 1) <= 1e-12))
        scene_broken(c, "probabilities sum to 1 %+g", sum - 1);
}

static void samples_are_listed(scene *c) {
    size_t n = (size_t)c->game->max_chances + 1;
    if (c->mover != HRA_CHANCE)
        return;
    hra_move *list = malloc(n * sizeof *list);
    double *probability = malloc(n * sizeof *probability);
    for (int i = 0; i < 8; i++) {
        int k = 0;
        hra_move m = hra_game_sample(c->game, c->s, &c->rng, list, probability);
        while (k < c->n && c->moves[k] != m)
            k++;
        if (k == c->n)
            scene_broken(c, "sample draws %u, which is not listed", m);
    }
    free(list);
    free(probability);
}

/* The rules' own `legal` says what the list says, of the moves listed and of numbers beside them. */
static void legal_is_what_is_listed(scene *c) {
    bool (*legal)(const hra_game *, const void *, hra_move) = c->rules->hints->legal;
    hra_rng rng;
    hra_rng_init_stream(&rng, c->seed, 0, (uint64_t)c->ply, 77);
    for (int i = 0; legal && c->mover >= 0 && i < c->n + 200; i++) {
        hra_move m = i < c->n ? c->moves[i] : c->moves[i % c->n] ^ (hra_move)1 << hra_rng_below(&rng, 32);
        bool listed = i < c->n;
        for (int k = 0; k < c->n; k++)
            listed = listed || c->moves[k] == m;
        if (legal(c->game, c->s, m) != listed)
            scene_broken(c, "legal says %s of %u", listed ? "no" : "yes", m);
    }
}

/* What searches may ask besides: order, quiet, prunes, commits. */
static void hints_are_about_the_moves(scene *c) {
    if (c->mover < 0)
        return;
    size_t n = (size_t)c->game->max_moves;
    hra_move *list = malloc(n * sizeof *list);
    int *score = malloc(n * sizeof *score);
    bool forced = false;
    memcpy(list, c->moves, (size_t)c->n * sizeof *list);
    if (c->rules->hints->order)
        c->rules->hints->order(c->game, c->s, list, c->n, score);
    if (memcmp(list, c->moves, (size_t)c->n * sizeof *list) != 0)
        scene_broken(c, "order changed the moves themselves");
    int quiet = c->rules->hints->quiet ? c->rules->hints->quiet(c->game, c->s, list, &forced) : 0;
    if (forced && quiet != c->n)
        scene_broken(c, "%d forced moves, but there are %d", quiet, c->n);
    for (int i = 0; i < quiet; i++)
        if (!hra_game_legal(c->game, c->s, list[i]))
            scene_broken(c, "quiet lists %u, which is no move", list[i]);
    for (const hra_prune *p = c->rules->hints->prunes; p && p->name; p++) {
        if (!p->keep)
            continue;
        memcpy(list, c->moves, (size_t)c->n * sizeof *list);
        int kept = p->keep(c->game, c->s, list, c->n);
        if (kept < 1 || kept > c->n)
            scene_broken(c, "prune %s keeps %d of %d", p->name, kept, c->n);
    }
    for (int i = 0; c->rules->manners->commits && i < c->n; i++)
        if (c->rules->manners->commits(c->game, c->s, c->moves[i]) !=
            c->rules->manners->commits(c->game, c->twin, c->moves[i]))
            scene_broken(c, "whether %u commits depends on chance", c->moves[i]);
    free(list);
    free(score);
}

/* ---- states ---------------------------------------------------------------------------------*/

static void bytes_are_deterministic(scene *c) {
    size_t size = c->game->state_size;
    for (size_t i = 0; i < size; i++)
        if (c->s[i] != c->twin[i])
            scene_broken(c, "byte %zu is %02x, or %02x where memory held ones before", i, c->s[i],
                         c->twin[i]);
    for (size_t i = 0; i < SCENE_GUARD; i++)
        if (c->s[size + i] != 0xa5 || c->twin[size + i] != 0xa5)
            scene_broken(c, "byte %zu behind the state was written", i);
}

static void keys_are_equal_for_equal_states(scene *c) {
    memcpy(c->scratch, c->s, c->game->state_size);
    if (hra_game_key(c->game, c->scratch) != hra_game_key(c->game, c->s))
        scene_broken(c, "a copy has another key");
}

/* Nothing but the moves of these plays leads to two states of one key, unless they play on alike. */
static void states_of_one_key_have_the_same_moves(scene *c) {
    static struct {
        uint64_t key, moves;
        int ply;
    } seen[1024];
    static int count;
    if (c->ply == 0)
        count = 0;
    uint64_t key = hra_game_key(c->game, c->s);
    uint64_t moves = hra_hash(c->moves, (size_t)c->n * sizeof *c->moves) + (uint64_t)(c->mover + 2);
    for (int i = 0; i < count; i++)
        if (seen[i].key == key && seen[i].moves != moves)
            scene_broken(c, "the key of ply %d, but other moves", seen[i].ply);
    if (count < 1024) {
        seen[count].key = key;
        seen[count].moves = moves;
        seen[count++].ply = c->ply;
    }
}

static void returns_have_the_right_shape(scene *c) {
    const hra_game *game = c->game;
    double value[HRA_MAX_SEATS + 1], sum = 0;
    if (c->mover != HRA_OVER)
        return;
    value[game->seats] = 12345;
    c->rules->returns(game, c->s, value);
    for (int seat = 0; seat < game->seats; seat++) {
        if (!isfinite(value[seat]) || value[seat] < game->min_return || value[seat] > game->max_return)
            scene_broken(c, "seat %d gets %g, not %g..%g", seat, value[seat], game->min_return,
                         game->max_return);
        if (game->integral && value[seat] != floor(value[seat]))
            scene_broken(c, "seat %d gets %g, no whole number", seat, value[seat]);
        sum += value[seat];
    }
    if (value[game->seats] != 12345)
        scene_broken(c, "returns writes more than one number a seat");
    if (game->zero_sum && (game->seats != 2 || value[0] != -value[1]))
        scene_broken(c, "a zero-sum game pays %g and %g", value[0], value[1]);
    if (game->sum_bounded && sum > game->max_sum)
        scene_broken(c, "the seats get %g together, more than %g", sum, game->max_sum);
}

static void facts_are_numbers(scene *c) {
    double fact[HRA_MAX_FACTS];
    if (c->mover != HRA_OVER || !c->rules->manners->facts)
        return;
    for (int seat = 0; seat < c->game->seats; seat++) {
        c->rules->manners->fact(c->game, c->s, seat, fact);
        for (int i = 0; c->rules->manners->facts[i]; i++)
            if (i >= HRA_MAX_FACTS || !isfinite(fact[i]))
                scene_broken(c, "fact %s of seat %d is %g", c->rules->manners->facts[i], seat, fact[i]);
    }
}

static void evaluations_are_finite(scene *c) {
    scene_open_evaluations(c);
    for (int i = 0; i < c->evals; i++) {
        const hra_evaluation *e = c->eval[i].kind;
        double value[HRA_MAX_SEATS];
        bool own = e->min < e->max;
        double low = own ? e->min : c->game->min_return, high = own ? e->max : c->game->max_return;
        e->value(c->game, c->eval[i].self, NULL, c->s, value);
        for (int seat = 0; seat < c->game->seats; seat++)
            if (!isfinite(value[seat]) || value[seat] < low || value[seat] > high)
                scene_broken(c, "%s gives seat %d %g, not %g..%g", e->name, seat, value[seat], low, high);
    }
}

/* ---- text -----------------------------------------------------------------------------------*/

static bool is_plain_line(const char *text) {
    size_t n = strlen(text);
    if (n == 0 || n > MAX_LINE || text[0] == ' ' || text[n - 1] == ' ')
        return false;
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

static void moves_read_back(scene *c) {
    for (int i = 0; i < c->n; i++) {
        hra_move m = ~c->moves[i];
        hra_error why = {0};
        hra_text_clear(&c->text);
        c->rules->text->show_move(c->game, c->s, c->moves[i], &c->text);
        const char *text = hra_text_string(&c->text);
        if (!is_plain_line(text))
            scene_broken(c, "move %u is written '%s'", c->moves[i], text);
        if (hra_game_parse_move(c->game, c->s, text, &m, &why) != 0)
            scene_broken(c, "move %u is written '%s', but: %s", c->moves[i], text, why.text);
        if (m != c->moves[i])
            scene_broken(c, "move %u is written '%s', which is read as %u", c->moves[i], text, m);
    }
}

static void positions_read_back(scene *c) {
    hra_text again;
    hra_text_clear(&c->text);
    hra_text_init(&again);
    c->rules->text->write_position(c->game, c->s, &c->text);
    const char *text = hra_text_string(&c->text);
    if (!is_plain_line(text))
        scene_broken(c, "its text is no plain line");
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        hra_error why = {0};
        memset(c->scratch, fill, c->game->state_size);
        if (hra_game_read_position(c->game, text, c->scratch, &why) != 0)
            scene_broken(c, "its text is not read: %s", why.text);
        hra_text_clear(&again);
        c->rules->text->write_position(c->game, c->scratch, &again);
        if (strcmp(text, hra_text_string(&again)) != 0)
            scene_broken(c, "its text reads back as %s", hra_text_string(&again));
        if (memcmp(c->scratch, c->s, c->game->state_size) != 0)
            scene_broken(c, "its text reads back to other bytes");
    }
    hra_text_release(&again);
}

/* Without colour: no control character but the newline, and no line too wide. */
static void check_drawing(scene *c, const char *text, const hra_look *look) {
    char line[MAX_LINE];
    if (!*text || text[strlen(text) - 1] != '\n')
        scene_broken(c, "the drawing does not end with its line");
    for (const char *p = text; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n') || *p == 127 ||
            (!look->unicode && (unsigned char)*p > 127))
            scene_broken(c, "a drawing holds the byte %02x", (unsigned char)*p);
    for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
        int n = snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        if (n >= (int)sizeof line || hra_text_columns(line) > look->width)
            scene_broken(c, "a line is wider than %d columns: %s", look->width, line);
    }
}

/* Takes the colours out; anything else that begins with an escape stays. */
static void strip_colours(hra_text *text) {
    size_t to = 0;
    for (size_t from = 0; from < text->length;) {
        size_t n = text->data[from] == '\033' && text->data[from + 1] == '['
                       ? strspn(text->data + from + 2, "0123456789;")
                       : 0;
        if (n && text->data[from + 2 + n] == 'm')
            from += n + 3;
        else
            text->data[to++] = text->data[from++];
    }
    text->length = to;
    text->data[to] = '\0';
}

/* The beginning, the end, and each fourth state between: drawing takes long. */
static void drawings_are_clean(scene *c) {
    hra_text coloured;
    if (c->ply > 20 && c->ply % 4 && c->mover != HRA_OVER)
        return;
    hra_text_init(&coloured);
    for (int unicode = 0; unicode < 2; unicode++) {
        for (int seat = -1; seat < c->game->seats; seat++) {
            hra_look look = {.unicode = unicode, .width = 80, .seat = seat};
            hra_text_clear(&c->text);
            c->rules->text->show(c->game, c->s, &look, &c->text);
            check_drawing(c, hra_text_string(&c->text), &look);
            look.color = true;
            hra_text_clear(&coloured);
            c->rules->text->show(c->game, c->s, &look, &coloured);
            strip_colours(&coloured);
            if (strcmp(hra_text_string(&c->text), hra_text_string(&coloured)) != 0)
                scene_broken(c, "with colour the drawing says something else");
        }
    }
    hra_text_release(&coloured);
}

/* ---- whole games ----------------------------------------------------------------------------*/

static void dumb_perft(const scene *c, const unsigned char *s, int depth, hra_perft_count *out) {
    const hra_game *game = c->game;
    out->nodes++;
    out->leaves += depth == 0;
    if (depth == 0 || c->rules->to_move(game, s) == HRA_OVER)
        return;
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    unsigned char *child = malloc(game->state_size);
    int n = hra_game_moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        c->rules->apply(game, child, moves[i]);
        dumb_perft(c, child, depth - 1, out);
    }
    free(moves);
    free(child);
}

static void perft_counts_what_a_recursion_counts(void **state) {
    for (int i = 0; i < spec_count; i++) {
        scene c;
        scene_open(&c, specs[i]);
        c.rules->init(c.game, c.s);
        hra_perft_count dumb = {0}, count = {0};
        for (int depth = 0; depth <= 12 && dumb.nodes < 20000; depth++) {
            dumb = (hra_perft_count){0};
            dumb_perft(&c, c.s, depth, &dumb);
            assert_int_equal(hra_perft(c.game, c.s, depth, NULL, &count), 0);
            if (count.leaves != dumb.leaves || count.nodes != dumb.nodes)
                scene_broken(&c, "perft %d gives %llu leaves, %llu nodes", depth,
                             (unsigned long long)count.leaves, (unsigned long long)count.nodes);
        }
        scene_close(&c);
    }
}

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void check_record(const scene *c, const hra_play *play, const hra_text *text) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, &scene_files, hra_text_string(text), text->length, &used, 1, &why) != 0)
        scene_broken(c, "the record is not read: %s", why.text);
    assert_int_equal(used, text->length);
    if (!hra_record_finished(record) || hra_record_plies(record) != hra_play_plies(play))
        scene_broken(c, "the record has %d moves of %d", hra_record_plies(record), hra_play_plies(play));
    for (int ply = 0; ply < hra_play_plies(play); ply++)
        if (hra_record_move(record, ply) != hra_play_move(play, ply) ||
            hra_record_mover(record, ply) != hra_play_mover(play, ply))
            scene_broken(c, "the record has another move at ply %d", ply);
    hra_record_close(record);
}

static void records_read_back(void **state) {
    for (int i = 0; i < spec_count; i++) {
        scene c;
        hra_player *player = NULL;
        hra_play *play = NULL;
        const hra_player *players[HRA_MAX_SEATS];
        scene_open(&c, specs[i]);
        c.rules->init(c.game, c.s);
        assert_int_equal(hra_player_open(&player, c.game, "random", NULL, NULL, NULL), 0);
        for (int seat = 0; seat < c.game->seats; seat++)
            players[seat] = player;
        hra_play_setup setup = {
            .game = c.game, .players = players, .seed = 6, .sink = add_line, .sink_self = &c.text};
        assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
        for (uint64_t number = 0; number < 3; number++) {
            hra_event event = {.kind = HRA_EVENT_CHANCE};
            hra_text_clear(&c.text);
            hra_play_restart(play, number, NULL);
            while (event.kind != HRA_EVENT_OVER)
                assert_int_equal(hra_play_step(play, &event), 0);
            check_record(&c, play, &c.text);
        }
        hra_play_close(play);
        hra_player_close(player);
        scene_close(&c);
    }
}

/* The strongest player of each game opens, and makes its first moves. */
static void the_best_player_plays(void **state) {
    for (int i = 0; i < hra_registry_games(NULL); i++) {
        scene c;
        hra_player *player = NULL;
        hra_play *play = NULL;
        hra_event event = {.kind = HRA_EVENT_CHANCE};
        hra_error why = {0};
        const hra_player *players[HRA_MAX_SEATS];
        scene_open(&c, hra_registry_game(NULL, i)->name);
        const char *best = c.rules->catalogue->best ? c.rules->catalogue->best : "random";
        if (hra_player_open(&player, c.game, best, NULL, NULL, &why) != 0)
            fail_msg("%s: its best player %s does not open: %s", c.spec, best, why.text);
        for (int seat = 0; seat < c.game->seats; seat++)
            players[seat] = player;
        hra_play_setup setup = {
            .game = c.game,
            .players = players,
            .seed = 6,
            .limits = {.nodes = 20000, .playouts = 200}
        }; /* it need not play its best */
        assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
        for (int moves = 0; moves < 3 && event.kind != HRA_EVENT_OVER;
             moves += event.kind == HRA_EVENT_MOVE) {
            hra_err err = hra_play_step(play, &event);
            if (err)
                fail_msg("%s: its best player %s fails: %s", c.spec, best, hra_err_text(err));
        }
        hra_play_close(play);
        hra_player_close(player);
        scene_close(&c);
    }
}

/* What is not of a state: the table of rules, and the game as it was opened. */
static void tables_are_complete(void **state) {
    for (int i = 0; i < spec_count; i++) {
        scene c;
        scene_open(&c, specs[i]);
        const hra_rules *r = c.rules;
        const hra_game *game = c.game;
        hra_option table[HRA_MAX_OPTIONS + 1];
        if (!is_plain_line(r->text->title) || !is_plain_line(r->text->summary) || !r->text->move_help)
            fail_msg("%s: title, summary or move_help is missing", r->name);
        assert_int_equal(strspn(r->name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(r->name));
        if (game->state_size < 1 || game->state_size > HRA_MAX_STATE || game->max_moves < 1 ||
            game->max_chances < 0)
            fail_msg("%s: sizes make no sense", specs[i]);
        if (!(game->min_return <= game->max_return) || !isfinite(game->min_return) ||
            !isfinite(game->max_return))
            fail_msg("%s: bounds %g..%g make no sense", specs[i], game->min_return, game->max_return);
        if (game->zero_sum && game->min_return != -game->max_return)
            fail_msg("%s: zero-sum, but bounds are %g..%g", specs[i], game->min_return, game->max_return);
        hra_rules_options(r, table);
        for (const hra_option *o = table; o->name; o++)
            if (!o->help || !is_plain_line(o->help))
                fail_msg("%s: option %s has no help", r->name, o->name);
        scene_close(&c);
    }
}

static const property properties[] = {
    {"mover_is_somebody",                     20, mover_is_somebody                    },
    {"moves_are_distinct_and_few_enough",     20, moves_are_distinct_and_few_enough    },
    {"moves_are_applicable",                  10, moves_are_applicable                 },
    {"chances_sum_to_one",                    10, chances_sum_to_one                   },
    {"samples_are_listed",                    5,  samples_are_listed                   },
    {"hints_are_about_the_moves",             5,  hints_are_about_the_moves            },
    {"legal_is_what_is_listed",               5,  legal_is_what_is_listed              },
    {"bytes_are_deterministic",               20, bytes_are_deterministic              },
    {"keys_are_equal_for_equal_states",       10, keys_are_equal_for_equal_states      },
    {"states_of_one_key_have_the_same_moves", 10, states_of_one_key_have_the_same_moves},
    {"returns_have_the_right_shape",          40, returns_have_the_right_shape         },
    {"facts_are_numbers",                     10, facts_are_numbers                    },
    {"evaluations_are_finite",                10, evaluations_are_finite               },
    {"moves_read_back",                       3,  moves_read_back                      },
    {"positions_read_back",                   10, positions_read_back                  },
    {"drawings_are_clean",                    2,  drawings_are_clean                   },
};

enum { PROPERTIES = sizeof properties / sizeof *properties };

int main(void) {
    const struct CMUnitTest whole[] = {
        cmocka_unit_test(tables_are_complete),
        cmocka_unit_test(perft_counts_what_a_recursion_counts),
        cmocka_unit_test(records_read_back),
        cmocka_unit_test(the_best_player_plays),
    };
    struct CMUnitTest tests[PROPERTIES + 4];
    memcpy(tests, whole, sizeof whole);
    for (int i = 0; i < PROPERTIES; i++)
        tests[4 + i] = (struct CMUnitTest){.name = properties[i].name,
                                           .test_func = check_property,
                                           .initial_state = (void *)(uintptr_t)&properties[i]};
    list_specs();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
