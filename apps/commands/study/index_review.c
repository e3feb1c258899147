/* hra index --review: reviews of games of a collection, whose sums are saved in it. */
#include <stdlib.h>
#include <string.h>

#include "hra/review.h"
#include "index.h"

enum { BATCH = 64 /* games between two questions, and to a commit */ };

typedef struct reviewing {
    indexing *x;
    const char *by;
    setup *setup;
    hra_agent *agent; /* NULL: no game is open */
    hra_limits limits;
    int64_t from, done;
    int count; /* of this batch */
    int status;
} reviewing;

/* ---- a game as a record ---------------------------------------------------------------------*/

/* Appends its moves, each after who made it; they are checked. */
static hra_err add_moves(const hra_game *game, void *state, const char *moves, hra_text *out) {
    hra_text move;
    hra_err err = HRA_OK;
    hra_text_init(&move);
    for (const char *at = moves, *end; *at && !err; at = *end ? end + 1 : end) {
        hra_move m;
        end = at + strcspn(at, "\n");
        hra_text_clear(&move);
        hra_text_add_bytes(&move, at, (size_t)(end - at));
        const int mover = game->rules->to_move(game, state);
        if (mover == HRA_OVER || hra_game_parse_move(game, state, hra_text_string(&move), &m, NULL) != 0 ||
            hra_game_check_move(game, state, m) != 0) {
            err = HRA_EDAMAGED;
            break;
        }
        hra_text_addf(out, mover < 0 ? "* " : "%d ", mover);
        hra_text_addf(out, "%s\n", hra_text_string(&move));
        game->rules->apply(game, state, m);
    }
    hra_text_release(&move);
    return err ? err : out->err;
}

static void first_state(const hra_game *game, void *state) {
    if (game->rules->conduct->start)
        game->rules->conduct->start(game, 0, state);
    else
        game->rules->init(game, state);
}

/* A game that was resigned ends where its moves do: the review values that state. */
static hra_err write_record(const hra_game *game, const hra_collection_game *g, hra_text *out) {
    unsigned char *state = calloc(1, game->state_size);
    hra_err err = state ? HRA_OK : HRA_ENOMEM;
    hra_text_addf(out, "hra-record 1\ngame %s\nseed 0\nnumber 0\n", g->spec);
    if (*g->start)
        hra_text_addf(out, "position %s\n", g->start);
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "seat %d ?\n", seat);
    if (!err)
        err = *g->start ? hra_game_read_position(game, g->start, state, NULL) : HRA_OK;
    if (!err && !*g->start)
        first_state(game, state);
    if (!err)
        err = add_moves(game, state, g->moves, out);
    free(state);
    return err;
}

/* ---- a review -------------------------------------------------------------------------------*/

static hra_err save(reviewing *r, const hra_collection_game *g, const hra_review *review, hra_error *why) {
    hra_err err = HRA_OK;
    for (int seat = 0; seat < r->setup->game->seats && !err; seat++) {
        hra_review_summary sum;
        hra_review_seat(review, seat, &sum);
        const collection_review row = {.game = g->number,
                                       .seat = seat,
                                       .analyst = r->by,
                                       .loss = sum.loss,
                                       .scaled = sum.scaled,
                                       .decisions = sum.decisions,
                                       .mistakes = sum.mistakes};
        err = collection_file_add_review(r->x->file, &row, why);
    }
    return err;
}

static int review_record(reviewing *r, const hra_collection_game *g, const hra_record *record) {
    hra_review *review;
    hra_error why = {0};
    if (hra_review_open(&review, r->agent, record, &why) != 0)
        return index_failure(&why);
    hra_review_limit(review, r->limits);
    const hra_review_info *info = hra_review_snapshot(review);
    hra_err err = HRA_OK;
    do {
        print_reached(_("%lld games reviewed, ply %d of %d"), (long long)r->done, info->done, info->plies);
        err = hra_review_step(review, print_progress()->stop);
    } while (!err && info->done < info->plies);
    if (err)
        hra_fail(&why, err, -1, "%s: %s", r->by,
                 err == HRA_EFIT ? _("does not value positions") : hra_err_text(err));
    else
        err = save(r, g, review, &why);
    hra_review_close(review);
    r->done += !err;
    return err == HRA_ESTOPPED ? EXIT_INTERRUPTED : err ? index_failure(&why) : EXIT_DONE;
}

/* Opens the game and the analyst, unless they are those of the game before. */
static int prepare(reviewing *r, const char *spec) {
    if (r->agent && strcmp(r->setup->game->spec, spec) == 0)
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    setup_release(r->setup);
    memset(r->setup, 0, sizeof *r->setup);
    r->setup->host = &cli_file_host;
    store_folder(r->x->args, r->setup->data);
    hra_error why;
    if (index_open_game(r->x, spec, &r->setup->game, &why) != 0)
        return index_game_failure(r->x, &why);
    return setup_try_agent(r->setup, r->by, &r->agent, &why) ? index_option_failure("review", r->by, &why)
                                                             : EXIT_DONE;
}

static hra_err take_game(void *to, const hra_collection_game *g) {
    reviewing *r = to;
    hra_text text;
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    r->from = g->number + 1;
    r->count++;
    r->status = print_interrupted() ? EXIT_INTERRUPTED : prepare(r, g->spec);
    if (r->status)
        return HRA_ESTOPPED;
    hra_text_init(&text);
    hra_err err = write_record(r->setup->game, g, &text);
    if (!err)
        err = hra_record_parse(&record, r->x->host, hra_text_string(&text), text.length, &used, 1, &why);
    if (err) {
        print_error(_("%s: game %lld: damaged"), r->x->path, (long long)g->number);
        r->status = EXIT_FAILED;
    } else {
        r->status = review_record(r, g, record);
    }
    hra_record_close(record);
    hra_text_release(&text);
    return r->status ? HRA_ESTOPPED : HRA_OK;
}

/* Games in batches: while one is read from the file, nothing is written to it. */
static int review_all(reviewing *r) {
    const int64_t most = (int64_t)r->x->limit;
    do {
        hra_error why = {0};
        collection_filter filter = r->x->filter;
        r->count = 0;
        filter.from = r->from;
        filter.most = most && most - r->done < BATCH ? (int)(most - r->done) : BATCH;
        filter.unreviewed_by = r->by;
        hra_err err = collection_file_games(r->x->file, &filter, take_game, r, &why);
        if (err && !r->status)
            return index_filter_failure(r->x, &why);
        int saved = index_commit(r->x);
        if (r->status || saved)
            return r->status ? r->status : saved;
    } while (r->count && (!most || r->done < most));
    return EXIT_DONE;
}

int index_review(indexing *x, const char *analyst) {
    setup *s = calloc(1, sizeof *s);
    if (!s)
        return print_no_memory();
    reviewing r = {.x = x, .by = analyst, .setup = s, .from = 1};
    int status = args_number(x->args, "nodes", 0, 1, UINT64_MAX, &r.limits.nodes) &&
                         args_seconds(x->args, "time", 0, &r.limits.seconds)
                     ? review_all(&r)
                     : EXIT_WRONG;
    if (!status || r.done)
        print_note(_n("%lld game reviewed", "%lld games reviewed", r.done), (long long)r.done);
    hra_agent_close(r.agent);
    setup_release(s);
    free(s);
    return status;
}
