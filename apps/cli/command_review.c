/* hra review: what each choice of a play cost, and what the dice gave. */
#include <math.h>
#include <stddef.h>
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

typedef struct reviewing {
    const args *args;
    bool json, all;
    const char *by;
    setup setup;
    hra_agent *agent;
    const hra_record *record;
    const hra_game *game;
    hra_review *review;
    bool fresh; /* the judge was opened for this record */
} reviewing;

/* Points, or a twentieth of what lies between the best and the worst result if that is less, make a roll
 * worth a line. */
static double notable_luck(const reviewing *r) {
    return fmin(5, hra_review_span(r->review) / 20);
}

/* ---- numbers --------------------------------------------------------------------------------*/

enum { NUMBER_WIDTH = 10 };

/* In the unit and the precision of the review; `sign`: "+" where that is to be seen. */
static void add_number(const reviewing *r, const char *sign, double value, hra_text *out) {
    bool chance = hra_review_unit(r->review) == HRA_UNIT_PROBABILITY;
    int decimals = hra_review_decimals(r->review);
    char number[64];
    double shown = say_rounded(chance ? 100 * value : value, decimals);
    hra_snprintf(number, sizeof number, *sign ? "%+.*f%s" : "%.*f%s", decimals, shown, chance ? "%" : "");
    hra_text_addf(out, "%*s", NUMBER_WIDTH, number);
}

/* ---- one move -------------------------------------------------------------------------------*/

static void show_move_text(const reviewing *r, int ply, hra_move move, hra_text *out) {
    r->game->rules->text->show_move(r->game, hra_review_state(r->review, ply), move, out);
}

enum { SEAT_WIDTH = 9 }; /* of a seat's name, where the game has names */

/* "   3    0  keep 1-1                ": turn, seat and move. */
static void begin_line(const reviewing *r, const hra_reviewed *at, int seat, hra_text *line) {
    hra_text_init(line);
    hra_text_addf(line, "%4d ", at->turn);
    size_t from = line->length;
    if (r->game->rules->text->seat_names) {
        hra_game_add_seat(r->game, seat, line);
        hra_text_pad(line, from, SEAT_WIDTH);
    } else {
        hra_text_addf(line, "%4d  ", seat);
    }
    from = line->length;
    if (at->mover < 0)
        hra_text_add(line, "* ");
    show_move_text(r, at->ply, at->move, line);
    hra_text_pad(line, from, 24);
}

/* A roll, with the luck of the seat that it affects most; among equals, of the seat whose turn it is. */
static void show_chance(const reviewing *r, const hra_reviewed *at) {
    int whose = at->owner;
    hra_text line;
    for (int seat = 0; seat < r->game->seats; seat++)
        if (fabs(at->gain[seat]) > fabs(at->gain[whose]) + 1e-9)
            whose = seat;
    if (!r->all && fabs(at->gain[whose]) < notable_luck(r))
        return;
    begin_line(r, at, whose, &line);
    hra_text_add(&line, _(" luck"));
    add_number(r, "+", at->gain[whose], &line);
    say("%s\n", say_string(&line));
    hra_text_release(&line);
}

static void show_choice(const reviewing *r, const hra_reviewed *at) {
    hra_text line;
    if (!r->all && !at->mistake)
        return;
    begin_line(r, at, at->owner, &line);
    hra_text_add(&line, _(" cost"));
    add_number(r, "", at->loss, &line);
    if (at->better && at->mistake) {
        hra_text_add(&line, _("   better: "));
        show_move_text(r, at->ply, at->best, &line);
    }
    say("%s\n", say_string(&line));
    hra_text_release(&line);
}

/* ---- one record -----------------------------------------------------------------------------*/

static int say_judge_fails(const reviewing *r, hra_err err) {
    if (err == HRA_EFIT)
        say_error(_("%s cannot tell what a position is worth; name a judge with --by"), r->by);
    else if (err != HRA_ESTOPPED)
        say_error("%s", hra_err_text(err));
    return err == HRA_EFIT ? EXIT_WRONG : err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
}

/* The seat, and who sat there, as wide as the head of the table. */
static void add_seat(const reviewing *r, int seat, int width, hra_text *line) {
    const char *player = hra_record_player(r->record, seat);
    if (r->game->rules->text->seat_names)
        hra_game_add_seat(r->game, seat, line);
    else
        hra_text_addf(line, "%d", seat);
    hra_text_pad(line, 0, width);
    size_t from = line->length + 1;
    hra_text_addf(line, " %.*s", (int)hra_text_cut_columns(player, 24 - width), player);
    hra_text_pad(line, from, 24 - width);
}

/* A column of sums; what cannot be in this game or by this judge is left out. */
typedef struct sum {
    const char *head, *sign;
    bool left_out;
    size_t at; /* in hra_account */
} sum;

static void show_accounts(const reviewing *r) {
    const sum sums[] = {
        {_("expected"),                                             "",  false,                                         offsetof(hra_account, start)  },
        {_("+ luck"),                                               "+", r->game->max_chances == 0,                     offsetof(hra_account, luck)   },
        {_("+ others"),                                             "+", r->game->seats == 1,                           offsetof(hra_account, others) },
        {_("+ revised"),                                            "+", hra_player_exact(hra_review_judge(r->review)), offsetof(hra_account, revised)},
        {_("- mistakes"),                                           "",  false,                                         offsetof(hra_account, loss)   },
        {hra_review_over(r->review) ? _("= result") : _("= worth"), "",  false,                                         offsetof(hra_account, end)    },
    };
    int width = r->game->rules->text->seat_names ? SEAT_WIDTH - 1 : 4;
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%-*s %-*s", width, _("seat"), 24 - width, _("player"));
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!sums[i].left_out)
            hra_text_addf(&line, " %*s", NUMBER_WIDTH, sums[i].head);
    say("\n  %s  %s\n", say_string(&line), _("choices that cost"));
    for (int seat = 0; seat < r->game->seats; seat++) {
        hra_account a;
        hra_review_seat(r->review, seat, &a);
        hra_text_clear(&line);
        add_seat(r, seat, width, &line);
        for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
            if (!sums[i].left_out) {
                hra_text_add_char(&line, ' ');
                add_number(r, sums[i].sign, *(const double *)((const char *)&a + sums[i].at), &line);
            }
        say("  %s  %d\n", say_string(&line), a.mistakes);
    }
    hra_text_release(&line);
}

static int show_json(const reviewing *r) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_review(&json, NULL, r->review);
    return say_json(&out);
}

/* Opens the game of the record and its judge, or keeps those of the record before where the game is the
 * same. */
static int prepare(reviewing *r) {
    const char *spec = hra_record_game(r->record)->spec;
    if (r->setup.game && strcmp(r->setup.game->spec, spec) == 0)
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    setup_release(&r->setup);
    memset(&r->setup, 0, sizeof r->setup);
    store_folder(r->args, r->setup.data);
    const hra_player *judge_player;
    int status = setup_again(&r->setup, hra_record_game(r->record));
    if (status)
        return status;
    r->by = args_text(r->args, "by", hra_player_best(r->setup.game));
    status = setup_player(&r->setup, r->by, &judge_player);
    if (status)
        return status;
    if (hra_agent_open(&r->agent, judge_player) != 0)
        return say_no_memory();
    r->fresh = true;
    return EXIT_DONE;
}

static void show_head(reviewing *r, int index) {
    if (r->fresh && !hra_player_exact(hra_review_judge(r->review)))
        say(_("%s only estimates: luck and cost are what it thinks they were.\n"), r->by);
    r->fresh = false;
    say("%s", index ? "\n" : "");
    say(_("%s, seed %llu, game %llu; judged by %s\n"), r->game->spec,
        (unsigned long long)hra_record_seed(r->record), (unsigned long long)hra_record_number(r->record),
        r->by);
    say("%4s %4s\n", _("turn"), _("seat"));
}

/* Judges all plies and shows each at once; shows nothing if the judge turns out to be unable to judge. */
static int judge(reviewing *r, int index) {
    int plies = hra_review_plies(r->review), ply = 0;
    hra_err err;
    do {
        err = hra_review_step(r->review, say_progress()->stop);
        if (err)
            return say_judge_fails(r, err);
        if (r->json)
            continue;
        if (ply == 0)
            show_head(r, index);
        if (ply == plies)
            break;
        const hra_reviewed *at = hra_review_ply(r->review, ply);
        if (at->mover < 0)
            show_chance(r, at);
        else
            show_choice(r, at);
    } while (++ply < plies);
    if (r->json)
        return show_json(r);
    show_accounts(r);
    return EXIT_DONE;
}

static int look(void *self, const hra_record *record, int index) {
    reviewing *r = self;
    hra_error why;
    r->record = record;
    int status = prepare(r);
    if (status)
        return status;
    r->game = r->setup.game;
    if (hra_review_open(&r->review, r->agent, record, &why) != 0)
        return say_failure(&why, NULL);
    status = judge(r, index);
    hra_review_close(r->review);
    r->review = NULL;
    return status;
}

static int run(const args *a) {
    reviewing *r = calloc(1, sizeof *r);
    if (!r)
        return say_no_memory();
    r->args = a;
    r->json = args_given(a, "json");
    r->all = args_given(a, "all");
    int status = records_each(a, a->word_count ? a->words[0] : NULL, look, r);
    hra_agent_close(r->agent);
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
        "best choice less that of the one made. Expected result + luck + what others chose - mistakes =\n"
        "result. A line begins with the turn and the seat; on a line of a roll (*), the seat that it helped "
        "or\n"
        "hurt most. Numbers are in the unit of the judge's advice: chances to win (%) or points. The judge "
        "may\n"
        "be any player that can tell what a position is worth. One that only estimates charges nothing for "
        "a\n"
        "move that it would have made itself: where it changes its mind, that is added as revised.\n"
        "FILE may hold many records (FILE.pdn: games as PDN); - reads standard input. Without\n"
        "FILE: the last play that was kept.\n",
    .options = options,
    .max_words = 1,
    .run = run,
};
