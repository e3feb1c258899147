/* What a review says, as text. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "speech/input.h"
#include "speech/print.h"
#include "term_review.h"
#include "term_table.h"

enum { BELOW = 8 }; /* lines said of a costly move, and the prompt */

enum {
    TURN = TERM_REVIEW_TURN,
    SEAT = TERM_REVIEW_SEAT,
    NUMBER = TERM_REVIEW_NUMBER,
    LEAST_MOVE = 12, /* columns that it has at worst */
    MOVE = 24,       /* of a move */
    ACCURACY = 9,
    WHO = 22,       /* of seat and name in a table, at most */
    TABLE = 80,     /* of a table at most, on any terminal */
    WITHOUT = 10,   /* of the result without luck */
    DECISIONS = 10, /* of their number */
    KIND = 14,
    RATE = 12,
    LINE_SHOWN = 6, /* moves of what would have followed */
};

const char *term_review_sign(hra_grade grade) {
    static const char *const signs[HRA_GRADES] = {"", "?!", "?", "??"};
    return signs[grade];
}

void term_review_number(const hra_review *review, const char *sign, double value, int width, hra_text *out) {
    bool chance = hra_review_snapshot(review)->unit == HRA_UNIT_PROBABILITY;
    int decimals = hra_review_snapshot(review)->decimals;
    char number[64];
    double shown = print_rounded(chance ? 100 * value : value, decimals);
    hra_snprintf(number, sizeof number, *sign ? "%+.*F%s" : "%.*F%s", decimals, shown, chance ? "%" : "");
    hra_text_addf(out, "%*s", width, number);
}

void term_review_add_place(const term_review_place *places, const hra_review_move *at, int width,
                           hra_text *out) {
    const term_review_place *place = places && places[at->ply].move ? &places[at->ply] : NULL;
    char number[32];
    if (place && place->game)
        hra_snprintf(number, sizeof number, "%d:%d", place->game, place->move);
    else
        hra_snprintf(number, sizeof number, "%d", place ? place->move : at->turn);
    hra_text_addf(out, "%*s", width, number);
}

double term_review_cost(const hra_review_move *at, const hra_review *review) {
    return hra_review_snapshot(review)->thousandths && at->stakes > 0 ? at->loss / at->stakes : at->loss;
}

static const hra_review_info *info_of(const term_review *t) {
    return hra_review_snapshot(t->review);
}

static const hra_game *game_of(const term_review *t) {
    return info_of(t)->game;
}

static void add_move(const term_review *t, const hra_review_move *at, hra_move move, hra_text *out) {
    hra_game_say_move(game_of(t), hra_review_state(t->review, at->ply), move, out);
}

bool term_review_shows(const term_review *t, int seat) {
    return !t->only || t->only == seat + 1;
}

/* The seat in place i of tables: one's own comes first. False: it is left out. */
static bool take_seat(const term_review *t, int i, int *seat) {
    const int mine = t->mine - 1;
    *seat = mine < 0 ? i : i == 0 ? mine : i <= mine ? i - 1 : i;
    return term_review_shows(t, *seat);
}

/* ---- one ply --------------------------------------------------------------------------------*/

bool term_review_is_roll(const hra_review *review, const hra_review_move *at) {
    const hra_game *game = hra_review_snapshot(review)->game;
    const hra_rules_conduct *conduct = game->rules->conduct;
    return at->mover < 0 && !(conduct->concession &&
                              conduct->concession(game, hra_review_state(review, at->ply), at->move, NULL));
}

/* Points, or a twentieth of what lies between the best and the worst result if that is less, make a roll
 * worth a line. */
static double notable_luck(const term_review *t) {
    return fmin(5, info_of(t)->span / 20);
}

/* "   3 Black    11-15               ": turn, seat where there are several, and move. */
static void begin_line(const term_review *t, const hra_review_move *at, int seat, hra_text *line) {
    hra_text_init(line);
    term_review_add_place(t->places, at, TURN, line);
    hra_text_add_char(line, ' ');
    size_t from = line->length;
    if (game_of(t)->seats > 1) {
        hra_text_add(line, hra_game_seat_name(game_of(t), seat));
        hra_text_pad(line, from, SEAT);
    }
    from = line->length;
    if (term_review_is_roll(t->review, at))
        hra_text_add(line, "* ");
    add_move(t, at, at->move, line);
    table_drop_remark(line, from, MOVE);
    hra_text_pad(line, from, MOVE);
}

static void end_line(hra_text *line) {
    while (line->length && line->data[line->length - 1] == ' ')
        line->data[--line->length] = '\0';
    print("%s\n", print_string(line));
    hra_text_release(line);
}

/* A roll, with the luck of the seat that it affects most; among equals, of the seat whose turn it is. */
static void show_chance(const term_review *t, const hra_review_move *at, bool all) {
    int whose = at->owner;
    hra_text line;
    for (int seat = 0; seat < game_of(t)->seats; seat++)
        if (fabs(at->gain[seat]) > fabs(at->gain[whose]) + 1e-9)
            whose = seat;
    if ((!all && fabs(at->gain[whose]) < notable_luck(t)) || !term_review_shows(t, whose))
        return;
    begin_line(t, at, whose, &line);
    if (term_review_is_roll(t->review, at)) {
        hra_text_add(&line, _(" luck"));
        term_review_number(t->review, "+", at->gain[whose], NUMBER + 1, &line);
    }
    end_line(&line);
}

/* "#3" behind what leads there. */
static void add_end(const term_review *t, int ply, int seat, const char *before, hra_text *out) {
    hra_text end;
    hra_text_init(&end);
    if (hra_review_say_end(t->review, ply, seat, true, &end))
        hra_text_addf(out, "%s%s", before, print_string(&end));
    hra_text_release(&end);
}

/* What was better, on a line of its own where a terminal has no room for it. */
static void add_better(const term_review *t, const hra_review_move *at, hra_text *line) {
    hra_text best;
    hra_text_init(&best);
    hra_text_add(&best, _(" better: "));
    const size_t from = best.length;
    const int width = print_style(-1).width, head = hra_text_columns(print_string(&best));
    const int columns = width - hra_text_columns(print_string(line)) - head;
    add_move(t, at, at->best, &best);
    add_end(t, at->ply - 1, at->mover, " ", &best);
    table_drop_remark(&best, from, columns > LEAST_MOVE ? columns : LEAST_MOVE);
    if (print_terminal() && hra_text_columns(print_string(&best)) > columns + head)
        hra_text_addf(line, "\n%*s", game_of(t)->seats > 1 ? TURN + SEAT : TURN, "");
    hra_text_add(line, print_string(&best));
    hra_text_release(&best);
}

static void show_choice(const term_review *t, const hra_review_move *at, bool all) {
    hra_text line;
    if ((!all && !at->mistake) || !term_review_shows(t, at->mover))
        return;
    begin_line(t, at, at->owner, &line);
    hra_text_add(&line, _(" loss"));
    term_review_number(t->review, "", term_review_cost(at, t->review), NUMBER + 1, &line);
    hra_text_addf(&line, " %-2s", term_review_sign(hra_review_ply(t->review, at->ply)->grade));
    add_end(t, at->ply, at->mover, " ", &line);
    if (at->better && at->mistake)
        add_better(t, at, &line);
    end_line(&line);
}

void term_review_ply(const term_review *t, int ply, bool all) {
    const hra_review_move *at = hra_review_ply(t->review, ply);
    if (at->mover < 0)
        show_chance(t, at, all);
    else
        show_choice(t, at, all);
}

/* ---- accounts -------------------------------------------------------------------------------*/

/* Columns of seat and name beside columns of figures. */
static int who_beside(int figures) {
    const int left = TABLE - 2 - figures;
    return left < WHO ? left : WHO;
}

/* The seat where there are several, and who sat there. */
static void add_who(const term_review *t, int seat, int width, hra_text *line) {
    int left = width;
    hra_text_clear(line);
    hra_text_add(line, "  ");
    if (game_of(t)->seats > 1) {
        hra_text_add(line, hra_game_seat_name(game_of(t), seat));
        hra_text_pad(line, 2, SEAT);
        left -= SEAT;
    }
    hra_text_add_bytes(line, t->player[seat], hra_text_cut(t->player[seat], SIZE_MAX, left));
    hra_text_pad(line, 2, width);
}

static void add_head(int width, hra_text *line) {
    hra_text_clear(line);
    hra_text_addf(line, "\n  %s", _("player"));
    hra_text_pad(line, 3, width);
}

/* A column of sums; what cannot be in this game or by this judge is left out. */
typedef struct sum {
    const char *head, *sign;
    bool left_out;
    size_t at; /* in hra_review_summary */
} sum;

/* Only where one of two players wins what the other loses can anything be conceded. */
bool term_review_conceded(const hra_review *review) {
    hra_review_summary a;
    hra_review_seat(review, 0, &a);
    return a.conceded > 0 || a.conceded < 0;
}

static void print_sums(const term_review *t, hra_text *line) {
    const hra_game *game = game_of(t);
    bool exact = hra_player_info_of(info_of(t)->analyst)->exact;
    const char *result = info_of(t)->over ? _("= result") : _("= value");
    const sum sums[] = {
        {_("expected"), "", false, offsetof(hra_review_summary, expected)},
        {_("+ luck"), "+", game->max_chances == 0, offsetof(hra_review_summary, luck)},
        {_("+ others"), "+", game->seats == 1, offsetof(hra_review_summary, others)},
        {_("+ reass."), "+", exact, offsetof(hra_review_summary, reassessed)},
        {_("- lost"), "", false, offsetof(hra_review_summary, loss)},
        {_("+ conc."), "+", !term_review_conceded(t->review), offsetof(hra_review_summary, conceded)},
        {result, "", false, offsetof(hra_review_summary, result)},
    };
    int shown = 0;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        shown += !sums[i].left_out;
    const int who = who_beside(shown * (NUMBER + 1));
    add_head(who, line);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!sums[i].left_out)
            print_add_cell(line, NUMBER + 1, sums[i].head);
    print("%s\n", print_string(line));
    for (int k = 0, seat; k < game->seats; k++) {
        hra_review_summary a;
        if (!take_seat(t, k, &seat))
            continue;
        hra_review_seat(t->review, seat, &a);
        add_who(t, seat, who, line);
        for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
            if (!sums[i].left_out) {
                hra_text_add_char(line, ' ');
                term_review_number(t->review, sums[i].sign, *(const double *)((const char *)&a + sums[i].at),
                                   NUMBER, line);
            }
        print("%s\n", print_string(line));
    }
    if (!exact)
        print("  %s\n", _("reass.: reassessed, by how much the analyst changed its own values later"));
    if (term_review_conceded(t->review))
        print("  %s\n", _("conc.: conceded, what the result differs from the last value"));
}

static void add_grades(const term_review *t, int seat, const hra_review_summary *a, hra_text *line) {
    const bool scaled = info_of(t)->thousandths;
    add_who(t, seat, WHO, line);
    hra_text_addf(line, " %*d %6d ", DECISIONS, a->decisions, a->mistakes);
    if (a->decisions && info_of(t)->decimals == 0) /* a mean is seldom a whole number */
        hra_text_addf(line, "%*.2F", NUMBER + 1, a->loss / a->decisions);
    else if (a->decisions)
        term_review_number(t->review, "", (scaled ? a->scaled : a->loss) / a->decisions, NUMBER + 1, line);
    else
        hra_text_addf(line, "%*s", NUMBER + 1, "-");
    for (int grade = 1; info_of(t)->grade_from[HRA_GRADE_BLUNDER] > 0 && grade < HRA_GRADES; grade++)
        hra_text_addf(line, " %4d", a->graded[grade]);
    if (!isnan(a->accuracy))
        print_add_percent(line, ACCURACY, a->accuracy);
}

/* What players of backgammon compare themselves by. */
static void print_rates(const term_review *t, hra_text *line) {
    add_head(WHO, line);
    print_add_cell(line, 1 + DECISIONS, "PR");
    print_add_cell(line, 1 + WITHOUT, _("adjusted"));
    print("%s\n", print_string(line));
    for (int k = 0, seat; k < game_of(t)->seats; k++) {
        hra_review_summary a;
        if (!take_seat(t, k, &seat))
            continue;
        hra_review_seat(t->review, seat, &a);
        add_who(t, seat, WHO, line);
        if (a.decisions)
            hra_text_addf(line, " %*.1F ", DECISIONS, 500 * a.scaled / a.decisions);
        else
            hra_text_addf(line, " %*s ", DECISIONS, "-");
        term_review_number(t->review, "+", a.result - a.luck, WITHOUT, line);
        print("%s\n", print_string(line));
    }
}

static void print_skill(const term_review *t, hra_text *line) {
    bool graded = info_of(t)->grade_from[HRA_GRADE_BLUNDER] > 0;
    add_head(WHO, line);
    print_add_cell(line, 1 + DECISIONS, _("decisions"));
    print_add_cell(line, 1 + 6, _("costly"));
    print_add_cell(line, 1 + NUMBER + 1, _("mean loss"));
    for (int grade = 1; graded && grade < HRA_GRADES; grade++)
        hra_text_addf(line, " %4s", term_review_sign((hra_grade)grade));
    if (info_of(t)->measure != HRA_MEASURE_NONE)
        hra_text_addf(line, " %s", _("accuracy"));
    print("%s\n", print_string(line));
    for (int k = 0, seat; k < game_of(t)->seats; k++) {
        hra_review_summary a;
        if (!take_seat(t, k, &seat))
            continue;
        hra_review_seat(t->review, seat, &a);
        add_grades(t, seat, &a, line);
        print("%s\n", print_string(line));
    }
}

/* By which formulas. */
static void print_bounds(const term_review *t, hra_text *line) {
    hra_measure measure = info_of(t)->measure;
    hra_text_clear(line);
    for (int grade = 1; grade < HRA_GRADES; grade++) {
        double from = info_of(t)->grade_from[grade];
        if (!(from > 0))
            continue;
        char bound[32];
        bool chance = info_of(t)->unit == HRA_UNIT_PROBABILITY;
        hra_snprintf(bound, sizeof bound, chance ? "%.0f %%" : "%.3G", chance ? 100 * from : from);
        hra_text_add(line, grade > 1 ? ", " : "");
        hra_text_addf(line,
                      grade == HRA_GRADE_BLUNDER      ? _("%s blunder from %s")
                      : grade == HRA_GRADE_INACCURACY ? _("%s inaccuracy from %s")
                                                      : _("%s error from %s"),
                      term_review_sign((hra_grade)grade), bound);
    }
    if (line->length)
        print_lines(print_string(line));
    if (info_of(t)->thousandths)
        print_lines(_("loss: divided by the stakes, as grades and PR are; - lost: in points of the result"));
    if (info_of(t)->thousandths)
        print_lines(_("PR: 500 times the mean loss; adjusted: the result minus luck"));
    if (measure == HRA_MEASURE_CHANCES)
        print_lines(_(
            "accuracy: mean of 103.17 exp(-4.354 x) - 3.17 %, x: the win probability that a decision lost"));
    else if (measure == HRA_MEASURE_POINTS)
        print_lines(_("accuracy: result / (result + lost)"));
}

static bool has_kinds(const term_review *t) {
    for (int ply = 0; ply < info_of(t)->done; ply++)
        if (hra_review_ply(t->review, ply)->decision_type)
            return true;
    return false;
}

static void print_decision_types(const term_review *t, hra_text *line) {
    const char *const *kinds = game_of(t)->rules->conduct->decision_types;
    add_head(WHO, line);
    print_add_cell(line, 1 + KIND, _("kind"));
    print_add_cell(line, 1 + DECISIONS, _("decisions"));
    print_add_cell(line, 1 + NUMBER, _("loss"));
    if (info_of(t)->thousandths)
        print_add_cell(line, 1 + RATE, _("error rate"));
    print("%s\n", print_string(line));
    for (int k = 0, seat; k < game_of(t)->seats; k++) {
        hra_review_summary sums;
        if (!take_seat(t, k, &seat))
            continue;
        hra_review_seat(t->review, seat, &sums);
        for (int kind = 0; kinds[kind]; kind++) {
            const hra_review_type_summary a = sums.types[kind];
            add_who(t, seat, WHO, line);
            print_add_cell(line, 1 + KIND, _(kinds[kind]));
            hra_text_addf(line, " %*d ", DECISIONS, a.decisions);
            term_review_number(t->review, "", info_of(t)->thousandths ? a.scaled : a.loss, NUMBER, line);
            if (info_of(t)->thousandths && a.decisions)
                hra_text_addf(line, " %*.1F", RATE, print_rounded(1000 * a.scaled / a.decisions, 1));
            else if (info_of(t)->thousandths)
                hra_text_addf(line, " %*s", RATE, "-");
            print("%s\n", print_string(line));
        }
    }
}

void term_review_accounts(const term_review *t) {
    hra_text line;
    hra_text_init(&line);
    print_sums(t, &line);
    print_skill(t, &line);
    if (info_of(t)->thousandths)
        print_rates(t, &line);
    if (has_kinds(t))
        print_decision_types(t, &line);
    term_review_stakes(t, &line);
    print_bounds(t, &line);
    hra_text_release(&line);
}

/* ---- one by one -----------------------------------------------------------------------------*/

static bool is_costly(const term_review *t, int ply) {
    const hra_review_move *at = hra_review_ply(t->review, ply);
    return at->grade != HRA_GRADE_FINE && term_review_shows(t, at->mover);
}

/* The next graded ply in that direction; -1: there is none. */
static int find_costly(const term_review *t, int from, int by) {
    int done = info_of(t)->done;
    for (int ply = from + by; ply >= 0 && ply < done; ply += by)
        if (is_costly(t, ply))
            return ply;
    return -1;
}

static int count_costly(const term_review *t, int last) {
    int count = 0;
    for (int ply = 0; ply <= last; ply++)
        count += is_costly(t, ply);
    return count;
}

/* Each move as it is written where it is made. */
void term_review_line(const hra_review *review, const hra_review_move *at, const char *second, int most,
                      hra_text *out) {
    const hra_game *game = hra_review_snapshot(review)->game;
    void *state = malloc(game->state_size);
    if (!state) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(state, hra_review_state(review, at->ply), game->state_size);
    for (int i = 0; i < at->line_length && i < most; i++) {
        if (game->rules->to_move(game, state) < 0 || !hra_game_legal(game, state, at->line[i]))
            break;
        if (i)
            hra_text_add(out, i == 1 ? second : ", ");
        hra_game_say_move(game, state, at->line[i], out);
        game->rules->apply(game, state, at->line[i]);
    }
    free(state);
}

static void show_costly(const term_review *t, int ply) {
    const hra_review_move *at = hra_review_ply(t->review, ply);
    hra_text line, who, move, cost, place;
    print("\n");
    table_show(game_of(t), NULL, hra_review_state(t->review, ply), at->mover,
               print_terminal() ? print_height() - BELOW : 0);
    hra_text_init(&line);
    hra_text_init(&who);
    hra_text_init(&move);
    hra_text_init(&cost);
    hra_text_init(&place);
    hra_text_add(&who, hra_game_seat_name(game_of(t), at->mover));
    if (*t->player[at->mover])
        hra_text_addf(&who, " (%s)", t->player[at->mover]);
    add_move(t, at, at->move, &move);
    term_review_number(t->review, "", term_review_cost(at, t->review), 0, &cost);
    term_review_add_place(t->places, at, 0, &place);
    hra_text_addf(&line, t->places ? _("move %s, %s: %s %s, loss %s") : _("turn %s, %s: %s %s, loss %s"),
                  print_string(&place), print_string(&who), print_string(&move),
                  term_review_sign(hra_review_ply(t->review, ply)->grade), print_string(&cost));
    if (at->better) {
        hra_text_add(&line, _("; better: "));
        if (at->line_length)
            term_review_line(t->review, at, _(", then "), LINE_SHOWN, &line);
        else
            add_move(t, at, at->best, &line);
    }
    print_lines(print_string(&line));
    hra_text_release(&line);
    hra_text_release(&who);
    hra_text_release(&move);
    hra_text_release(&cost);
    hra_text_release(&place);
}

/* "2 of 5 (Enter the next, b back, q leave)> " */
static void add_question(int at, int all, bool next, bool back, hra_text *out) {
    if (next)
        hra_text_addf(out,
                      back ? _("%d of %d (Enter: next, b: back, q: quit)> ")
                           : _("%d of %d (Enter: next, q: quit)> "),
                      at, all);
    else
        hra_text_addf(out,
                      back ? _("%d of %d (Enter: quit, b: back, q: quit)> ")
                           : _("%d of %d (Enter: quit, q: quit)> "),
                      at, all);
}

static bool is(const char *line, const char *letter, const char *word) {
    return strcmp(line, letter) == 0 || hra_is_word(line, strlen(line), word);
}

static int status_of(input_kind kind) {
    return kind == INPUT_INTERRUPTED ? EXIT_INTERRUPTED : kind == INPUT_FAILED ? EXIT_FAILED : EXIT_DONE;
}

/* Where to go from `ply`; -1: away. */
static int ask_where(const term_review *t, input *in, int ply, int all, int *status) {
    hra_text question;
    const char *line;
    int next = find_costly(t, ply, 1), back = find_costly(t, ply, -1);
    hra_text_init(&question);
    add_question(count_costly(t, ply), all, next >= 0, back >= 0, &question);
    input_kind kind = input_read(in, print_string(&question), &line);
    hra_text_release(&question);
    *status = status_of(kind);
    if (kind != INPUT_LINE)
        return -1;
    if (is(line, "b", N_("back")))
        return back < 0 ? ply : back;
    return *line && !is(line, "n", N_("next")) ? -1 : next;
}

/* The figures stay on the screen until the person has read them. Where to begin; -1: nowhere. */
static int ask_whether(const term_review *t, input *in, int all, int *status) {
    hra_text question;
    const char *line;
    hra_text_init(&question);
    hra_text_addf(&question,
                  _n("%d costly move (Enter: show it, q: quit)> ",
                     "%d costly moves, one by one (Enter: show, q: quit)> ", all),
                  all);
    const input_kind kind = input_read(in, print_string(&question), &line);
    hra_text_release(&question);
    *status = status_of(kind);
    const bool wanted =
        kind == INPUT_LINE && (!*line || is(line, "n", N_("next")) || is(line, "y", N_("yes")));
    return wanted ? find_costly(t, -1, 1) : -1;
}

int term_review_walk(const term_review *t) {
    int all = count_costly(t, info_of(t)->done - 1), status = EXIT_DONE;
    input *in;
    if (!all) {
        print("  %s\n", _("No decision was an inaccuracy, an error or a blunder."));
        return EXIT_DONE;
    }
    if (input_open(&in) != 0)
        return print_no_memory();
    for (int ply = ask_whether(t, in, all, &status); ply >= 0 && !status;) {
        show_costly(t, ply);
        ply = ask_where(t, in, ply, all, &status);
    }
    input_close(in);
    return status;
}
