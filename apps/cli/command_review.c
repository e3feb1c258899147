/* hra review: what each choice of a play cost, and what the dice gave. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "records.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "by",                                           .value = "PLAYER", .help = "who judges; default: the game's best player"},
    {.name = "all", .help = "every move, not only mistakes and notable luck"},
    {.name = "json",                                          .help = "for programs"},
    {.name = "data",                                                      .value = "DIR", .help = "folder of kept plays and tables"},
    STORE_FILES_OPTION,
    {0},
};

/* What one seat began with, gained by luck, and lost by mistakes: together its result. */
typedef struct account {
    double start, luck, loss, end;
    int mistakes; /* choices that cost something */
} account;

typedef struct review {
    const args *args;
    bool json, all;
    const char *by;
    setup setup;
    hra_agent *agent;
    const hra_record *record;
    const hra_game *game;
    hra_advice advice;
    account accounts[HRA_MAX_SEATS];
    int turns[HRA_MAX_SEATS]; /* begun by each seat */
    int owner;                /* whose turn it is, -1: nobody's yet */
    bool turn_over;
    bool fresh, estimates; /* the judge was opened for this record; it is not exact */
    hra_text json_moves;
} review;

#define LEAST_COST 0.005   /* less is shown as 0.00 and counts as nothing */
enum { NOTABLE_LUCK = 5 }; /* percent of the span of results seen that makes a roll worth a line */

/* ---- turns ----------------------------------------------------------------------------------*/

/* Whose turn a ply belongs to: the mover's; a roll to whoever decides next. */
static int owner_of(const review *r, int ply) {
    int mover = hra_record_mover(r->record, ply);
    while (mover == HRA_CHANCE)
        mover = hra_record_mover(r->record, ++ply);
    return mover >= 0 ? mover : r->owner < 0 ? 0 : r->owner;
}

/* Counts turns as people do: one lasts until another seat decides or, where the game has decisions that
 * commit, until such a one. */
static void count_turn(review *r, int ply) {
    int owner = owner_of(r, ply);
    const hra_rules *rules = r->game->rules;
    if (owner != r->owner || r->turn_over)
        r->turns[owner]++;
    r->owner = owner;
    r->turn_over =
        hra_record_mover(r->record, ply) >= 0 &&
        (!rules->manners->commits ||
         rules->manners->commits(r->game, hra_record_state(r->record, ply), hra_record_move(r->record, ply)));
}

/* ---- one move -------------------------------------------------------------------------------*/

static void show_move_text(const review *r, int ply, hra_move move, hra_text *out) {
    r->game->rules->text->show_move(r->game, hra_record_state(r->record, ply), move, out);
}

/* The move that the judge would have made; false where it gives no advice. */
static bool best_move(review *r, int ply, hra_move *out) {
    hra_question question = {.state = hra_record_state(r->record, ply), .stop = say_progress()->stop};
    if (hra_agent_advise(r->agent, &question, &r->advice) != 0 || r->advice.count == 0)
        return false;
    *out = r->advice.moves[0].move;
    return true;
}

static void add_json_move(review *r, int ply, const double *before, const double *after, double loss,
                          bool better, hra_move best) {
    int mover = hra_record_mover(r->record, ply);
    hra_text *out = &r->json_moves;
    hra_text move;
    hra_text_init(&move);
    show_move_text(r, ply, hra_record_move(r->record, ply), &move);
    hra_text_addf(out, "%s{\"ply\":%d,\"turn\":%d,\"seat\":", out->length ? "," : "", ply,
                  r->turns[r->owner]);
    if (mover < 0)
        hra_text_add(out, "null");
    else
        hra_text_addf(out, "%d", mover);
    hra_text_add(out, ",\"move\":");
    hra_text_add_json(out, hra_text_string(&move));
    if (mover < 0) {
        hra_text_add(out, ",\"luck\":[");
        for (int seat = 0; seat < r->game->seats; seat++)
            say_number(out, seat ? "," : "", after[seat] - before[seat]);
        hra_text_add(out, "]}");
    } else {
        say_number(out, ",\"loss\":", loss);
        if (better) {
            hra_text_clear(&move);
            show_move_text(r, ply, best, &move);
            hra_text_add(out, ",\"best\":");
            hra_text_add_json(out, hra_text_string(&move));
        }
        hra_text_add(out, "}");
    }
    hra_text_release(&move);
}

enum { SEAT_WIDTH = 9 }; /* of a seat's name, where the game has names */

/* "   3    0  keep 1-1                ": turn, seat and move. */
static void begin_line(const review *r, int ply, int seat, hra_text *line) {
    hra_text_init(line);
    hra_text_addf(line, "%4d ", r->turns[r->owner]);
    size_t from = line->length;
    if (r->game->rules->text->seat_names) {
        hra_game_add_seat(r->game, seat, line);
        hra_text_pad(line, from, SEAT_WIDTH);
    } else {
        hra_text_addf(line, "%4d  ", seat);
    }
    from = line->length;
    if (hra_record_mover(r->record, ply) < 0)
        hra_text_add(line, "* ");
    show_move_text(r, ply, hra_record_move(r->record, ply), line);
    hra_text_pad(line, from, 24);
}

/* A roll, with the luck of the seat that it changes most; of equals the one whose turn it is. */
static void show_chance(const review *r, int ply, const double *before, const double *after) {
    int whose = r->owner;
    hra_text line;
    for (int seat = 0; seat < r->game->seats; seat++)
        if (fabs(after[seat] - before[seat]) > fabs(after[whose] - before[whose]) + 1e-9)
            whose = seat;
    double most = after[whose] - before[whose];
    if (!r->all && fabs(most) < NOTABLE_LUCK)
        return;
    begin_line(r, ply, whose, &line);
    hra_text_addf(&line, _(" luck %+9.2f"), most);
    say("%s\n", hra_text_string(&line));
    hra_text_release(&line);
}

static void show_choice(const review *r, int ply, double loss, bool better, hra_move best) {
    hra_text line;
    if (!r->all && loss < LEAST_COST)
        return;
    begin_line(r, ply, r->owner, &line);
    hra_text_addf(&line, _(" cost %9.2f"), loss);
    if (better && loss >= LEAST_COST) {
        hra_text_add(&line, _("   better: "));
        show_move_text(r, ply, best, &line);
    }
    say("%s\n", hra_text_string(&line));
    hra_text_release(&line);
}

static void judge_move(review *r, int ply, const double *before, const double *after) {
    int mover = hra_record_mover(r->record, ply);
    hra_move best = 0;
    double loss = 0;
    bool better = false;
    for (int seat = 0; mover < 0 && seat < r->game->seats; seat++)
        r->accounts[seat].luck += after[seat] - before[seat];
    if (mover >= 0) {
        /* the values of the other seats change too, with two seats always: for them that is luck */
        loss = before[mover] - after[mover];
        bool told = loss >= LEAST_COST && best_move(r, ply, &best);
        better = told && best != hra_record_move(r->record, ply);
        if (r->estimates && (loss < 0 || (told && !better))) {
            /* the judge would have made this move, or now thinks it better than its best: its own error, not
             * the player's */
            r->accounts[mover].luck -= loss;
            loss = 0;
        }
        r->accounts[mover].loss += loss;
        r->accounts[mover].mistakes += loss >= LEAST_COST;
        for (int seat = 0; seat < r->game->seats; seat++)
            if (seat != mover)
                r->accounts[seat].luck += after[seat] - before[seat];
    }
    if (r->json)
        add_json_move(r, ply, before, after, loss, better, best);
    else if (mover < 0)
        show_chance(r, ply, before, after);
    else
        show_choice(r, ply, loss, better, best);
}

/* ---- one record -----------------------------------------------------------------------------*/

/* Whether moves ended it, and not a word: nobody's last move is to blame for that. */
static bool is_played_out(const review *r) {
    hra_outcome outcome = hra_record_outcome(r->record, NULL);
    return outcome == HRA_OUTCOME_RULES || outcome == HRA_OUTCOME_REPETITION;
}

static hra_err worth(review *r, int ply, double *out) {
    const void *s = hra_record_state(r->record, ply);
    if (ply == hra_record_plies(r->record) && is_played_out(r)) {
        hra_record_returns(r->record, out);
        return HRA_OK;
    }
    return hra_agent_value(r->agent, s, out);
}

static int say_judge_fails(const review *r, hra_err err) {
    if (err == HRA_EFIT)
        say_error(_("%s cannot tell what a position is worth; name a judge with --by"), r->by);
    else
        say_error("%s", hra_err_text(err));
    return err == HRA_EFIT ? EXIT_WRONG : EXIT_FAILED;
}

/* Asks the judge about the beginning, and about the first state of chance, before anything is printed, so
 * that one who cannot judge fails at once. */
static int ask_judge(review *r) {
    double value[HRA_MAX_SEATS];
    int ply = 0, plies = hra_record_plies(r->record);
    hra_err err = worth(r, 0, value);
    while (ply < plies && hra_record_mover(r->record, ply) != HRA_CHANCE)
        ply++;
    if (!err && ply < plies)
        err = worth(r, ply, value);
    return err ? say_judge_fails(r, err) : EXIT_DONE;
}

static int judge(review *r) {
    double before[HRA_MAX_SEATS] = {0}, after[HRA_MAX_SEATS];
    int plies = hra_record_plies(r->record);
    hra_err err = worth(r, 0, before);
    for (int seat = 0; seat < r->game->seats; seat++)
        r->accounts[seat].start = before[seat];
    for (int ply = 0; ply < plies && !err; ply++) {
        if (say_interrupted())
            return EXIT_INTERRUPTED;
        err = worth(r, ply + 1, after);
        if (err)
            break;
        count_turn(r, ply);
        judge_move(r, ply, before, after);
        memcpy(before, after, sizeof before);
    }
    for (int seat = 0; seat < r->game->seats; seat++)
        r->accounts[seat].end = before[seat];
    return err ? say_judge_fails(r, err) : EXIT_DONE;
}

static void show_accounts(const review *r) {
    bool over = is_played_out(r);
    int seats = r->game->rules->text->seat_names ? SEAT_WIDTH - 1 : 4;
    say("\n  %-*s %-*s %10s %10s %10s %10s  %s\n", seats, _("seat"), 24 - seats, _("player"), _("expected"),
        _("+ luck"), _("- mistakes"), over ? _("= result") : _("= worth"), _("choices that cost"));
    for (int seat = 0; seat < r->game->seats; seat++) {
        const account *a = &r->accounts[seat];
        const char *player = hra_record_player(r->record, seat);
        hra_text name;
        hra_text_init(&name);
        if (r->game->rules->text->seat_names)
            hra_game_add_seat(r->game, seat, &name);
        else
            hra_text_addf(&name, "%d", seat);
        hra_text_pad(&name, 0, seats);
        size_t from = name.length + 1;
        hra_text_addf(&name, " %.*s", (int)hra_text_cut_columns(player, 24 - seats), player);
        hra_text_pad(&name, from, 24 - seats);
        say("  %s %10.2f %+10.2f %10.2f %10.2f  %d\n", hra_text_string(&name), a->start + 0.0, a->luck,
            a->loss + 0.0, a->end + 0.0, a->mistakes);
        hra_text_release(&name);
    }
}

static void show_json(review *r) {
    hra_text out;
    hra_text_init(&out);
    hra_text_add(&out, "{\"game\":");
    hra_text_add_json(&out, r->game->spec);
    hra_text_add(&out, ",\"judge\":");
    hra_text_add_json(&out, r->by);
    hra_text_add(&out, ",\"seats\":[");
    for (int seat = 0; seat < r->game->seats; seat++) {
        const account *a = &r->accounts[seat];
        hra_text_addf(&out, "%s{\"seat\":%d,\"player\":", seat ? "," : "", seat);
        hra_text_add_json(&out, hra_record_player(r->record, seat));
        say_number(&out, ",\"expected\":", a->start);
        say_number(&out, ",\"luck\":", a->luck);
        say_number(&out, ",\"loss\":", a->loss);
        say_number(&out, ",\"result\":", a->end);
        hra_text_addf(&out, ",\"mistakes\":%d}", a->mistakes);
    }
    say("%s],\"moves\":[%s]}\n", hra_text_string(&out), hra_text_string(&r->json_moves));
    hra_text_release(&out);
}

/* Opens the game of the record and its judge, or keeps those of the record before where the game is the
 * same. */
static int prepare(review *r) {
    const char *spec = hra_record_game(r->record)->spec;
    if (r->setup.game && strcmp(r->setup.game->spec, spec) == 0)
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    setup_release(&r->setup);
    free(r->advice.moves);
    r->advice.moves = NULL;
    memset(&r->setup, 0, sizeof r->setup);
    store_folder(r->args, r->setup.data);
    const hra_player *judge_player;
    int status = setup_again(&r->setup, hra_record_game(r->record));
    if (status)
        return status;
    r->by = args_text(r->args, "by", setup_best(r->setup.game));
    status = setup_player(&r->setup, r->by, &judge_player);
    if (status)
        return status;
    r->advice.moves = calloc(hra_game_room(r->setup.game), sizeof *r->advice.moves);
    if (!r->advice.moves || hra_agent_open(&r->agent, judge_player) != 0)
        return EXIT_FAILED;
    r->fresh = true;
    r->estimates = !hra_player_exact(judge_player);
    return EXIT_DONE;
}

static void show_head(review *r, int index) {
    if (r->fresh && r->estimates)
        say(_("%s only estimates: luck and cost are what it thinks they were.\n"), r->by);
    r->fresh = false;
    say("%s", index ? "\n" : "");
    say(_("%s, seed %llu, game %llu; judged by %s\n"), r->game->spec,
        (unsigned long long)hra_record_seed(r->record), (unsigned long long)hra_record_number(r->record),
        r->by);
    say("%4s %4s\n", _("turn"), _("seat"));
}

static int look(void *self, const hra_record *record, int index) {
    review *r = self;
    r->record = record;
    memset(r->accounts, 0, sizeof r->accounts);
    memset(r->turns, 0, sizeof r->turns);
    r->owner = -1;
    r->turn_over = false;
    hra_text_clear(&r->json_moves);
    int status = prepare(r);
    if (status)
        return status;
    r->game = r->setup.game;
    status = ask_judge(r);
    if (status)
        return status;
    if (!r->json)
        show_head(r, index);
    status = judge(r);
    if (status)
        return status;
    if (r->json)
        show_json(r);
    else
        show_accounts(r);
    return EXIT_DONE;
}

static int run(const args *a) {
    review *r = calloc(1, sizeof *r);
    if (!r)
        return EXIT_FAILED;
    r->args = a;
    r->json = args_given(a, "json");
    r->all = args_given(a, "all");
    hra_text_init(&r->json_moves);
    int status = records_each(a, a->word_count ? a->words[0] : NULL, look, r);
    hra_text_release(&r->json_moves);
    hra_agent_close(r->agent);
    free(r->advice.moves);
    setup_release(&r->setup);
    free(r);
    return status;
}

const args_command command_review = {
    .name = "review",
    .synopsis = "[FILE]",
    .summary = "what each choice of a play cost, with luck and skill told apart",
    .details =
        "A roll's luck is the worth after it less the worth before it; a choice's cost is the worth of the\n"
        "best choice less that of the one made. Expected result + luck - cost = result. A line begins with\n"
        "the turn and the seat; on a line of a roll (*), the seat that it helped or hurt most. The judge may\n"
        "be any player that can tell what a position is worth. One that only estimates charges nothing for a\n"
        "move that it would have made itself: where it changes its mind, that counts as luck.\n"
        "FILE may hold many records (FILE.pdn: games of checkers as PDN); - reads standard input. Without\n"
        "FILE: the last play that was kept.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};
