/* Reviews as plain text in 80 columns, in the user's language: each game with all its moves, and the sums of its players.
 *
 * A line has a move with the roll that it played, the value after it, the luck of the roll and what the move lost; the lines below
 * it have what would have been better. */
#include <math.h>
#include <string.h>

#include "review_figures.h"
#include "review_output.h"

#include "speech/print.h"
#include "term/term_review.h"

enum {
    COLUMNS = 80,
    TURN = 5,   /* columns of a turn's number and the blank behind it */
    SEAT = 9,   /* of a seat's name */
    MOVE = 42,  /* up to the end of a roll and a move */
    NUMBER = 9, /* of a number */
    LABEL = 24, /* of a line of the sums */
    PLAYER = 14,
    PLAYERS = 4, /* side by side */
    LINE_SHOWN = 6,
};

typedef struct review_page {
    const review_game *game;
    const hra_review *review;
    const hra_review_info *info;
    review_scale scale;
    hra_text *out, line;
} review_page;

/* ---- lines ----------------------------------------------------------------------------------*/

/* The bytes of a text that fit into these columns, up to the end of a word if there is one. */
static size_t fitting(const char *text, int columns) {
    size_t most = hra_text_cut(text, SIZE_MAX, columns), n = most;
    if (!text[most])
        return most;
    while (n && text[n] != ' ')
        n--;
    return n ? n : most ? most : strlen(text);
}

/* Appends a line; what does not fit goes on below, from `indent` on. */
static void add_wrapped(hra_text *out, const char *text, int indent) {
    int before = 0;
    do {
        size_t n = fitting(text, COLUMNS - before);
        hra_text_addf(out, "%*s", before, "");
        review_add_harmless(text, n, out);
        hra_text_add_char(out, '\n');
        text += n;
        text += strspn(text, " ");
        before = indent;
    } while (*text);
}

static void end_line(review_page *p, int indent) {
    while (p->line.length && p->line.data[p->line.length - 1] == ' ')
        p->line.data[--p->line.length] = '\0';
    add_wrapped(p->out, print_string(&p->line), indent);
    hra_text_clear(&p->line);
}

/* Appends a text out of a file, within the line. */
static void add_name(hra_text *out, const char *name, int columns) {
    size_t from = out->length;
    hra_text_add_bytes(out, name, hra_text_cut(name, SIZE_MAX, columns));
    for (size_t i = from; i < out->length; i++)
        out->data[i] = out->data[i] == '\n' || out->data[i] == '\t' ? ' ' : out->data[i];
}

static void add_cell(review_page *p, const hra_text *cell) {
    print_add_cell(&p->line, NUMBER, print_string(cell));
}

static void add_value(review_page *p, const char *sign, double value) {
    hra_text cell;
    hra_text_init(&cell);
    review_add_value(&p->scale, sign, value, &cell);
    add_cell(p, &cell);
    hra_text_release(&cell);
}

/* "#3" in the place of a value. */
static bool add_end(review_page *p, const hra_review_move *at) {
    hra_text cell;
    hra_text_init(&cell);
    const bool known = hra_review_say_end(p->review, at->ply, at->mover, true, &cell);
    if (known)
        add_cell(p, &cell);
    hra_text_release(&cell);
    return known;
}

static void add_move(review_page *p, int ply, hra_move move) {
    hra_game_say_move(p->info->game, hra_review_state(p->review, ply), move, &p->line);
}

/* ---- moves ----------------------------------------------------------------------------------*/

static void begin_move(review_page *p, const hra_review_move *at, int seat) {
    term_review_add_place(p->game->places, at, TURN - 1, &p->line);
    hra_text_add_char(&p->line, ' ');
    if (p->info->game->seats > 1)
        hra_text_add(&p->line, hra_game_seat_name(p->info->game, seat));
    hra_text_pad(&p->line, 0, TURN + (p->info->game->seats > 1 ? SEAT : 0));
}

/* The numbers of a long move are in a line of their own. */
static void pad_move(review_page *p) {
    if (hra_text_columns(print_string(&p->line)) > MOVE)
        end_line(p, TURN + SEAT);
    hra_text_pad(&p->line, 0, MOVE);
}

static void add_luck(review_page *p, int roll, int seat) {
    if (roll >= 0)
        add_value(p, "+", hra_review_ply(p->review, roll)->gain[seat]);
    else if (p->info->game->max_chances)
        print_add_cell(&p->line, NUMBER, "");
}

static void show_better(review_page *p, const hra_review_move *at) {
    hra_text_pad(&p->line, 0, TURN + SEAT - 1);
    hra_text_add(&p->line, _(" better: "));
    if (at->line_length)
        term_review_line(p->review, at, _(", then "), LINE_SHOWN, &p->line);
    else
        add_move(p, at->ply, at->best);
    end_line(p, TURN + SEAT + 2);
}

/* What the mover may expect of each action. */
static void show_actions(review_page *p, const hra_review_move *at) {
    const char *const *actions = p->info->game->rules->conduct->stake_actions;
    hra_text_pad(&p->line, 0, TURN + SEAT);
    for (int i = at->responding; i < at->stake_action_count; i++) {
        hra_text_addf(&p->line, i > at->responding ? "; %s " : "%s ", _(actions[i]));
        review_add_value(&p->scale, "+", at->stake_action[i], &p->line);
    }
    end_line(p, TURN + SEAT + 2);
}

static void show_decision(review_page *p, const hra_review_move *at) {
    const int roll = review_roll_of(p->review, at->ply);
    begin_move(p, at, at->mover);
    if (roll >= 0) {
        add_move(p, roll, hra_review_ply(p->review, roll)->move);
        hra_text_add(&p->line, ": ");
    }
    add_move(p, at->ply, at->move);
    pad_move(p);
    if (!add_end(p, at))
        add_value(p, p->scale.unit == HRA_UNIT_PROBABILITY ? "" : "+", at->values[at->mover]);
    add_luck(p, roll, at->mover);
    add_value(p, "", term_review_cost(at, p->review));
    hra_text_addf(&p->line, " %s", term_review_sign(at->grade));
    end_line(p, MOVE);
    if (at->stake_action_count && !at->not_close)
        show_actions(p, at);
    if (at->mistake && at->better)
        show_better(p, at);
}

/* A roll without a move, or a game of a match that was given up. */
static void show_chance(review_page *p, const hra_review_move *at) {
    begin_move(p, at, at->owner);
    add_move(p, at->ply, at->move);
    pad_move(p);
    print_add_cell(&p->line, NUMBER, "");
    if (term_review_is_roll(p->review, at))
        add_luck(p, at->ply, at->owner);
    end_line(p, MOVE);
}

/* Rolling is shown only if doubling was close, or would have been better. */
static void show_ply(review_page *p, int ply) {
    const hra_review_move *at = hra_review_ply(p->review, ply);
    const int seat = at->mover >= 0 ? at->mover : at->owner;
    if (p->game->only && p->game->only != seat + 1)
        return;
    bool played = ply + 1 < p->info->done && hra_review_ply(p->review, ply + 1)->mover >= 0;
    if (at->mover >= 0) {
        if (!at->not_close || at->mistake)
            show_decision(p, at);
    } else if (!played || !term_review_is_roll(p->review, at)) {
        show_chance(p, at);
    }
}

static void show_moves(review_page *p) {
    print_add_cell(&p->line, TURN - 1, p->game->places ? _("move") : _("turn"));
    hra_text_addf(&p->line, " %s", p->info->game->seats > 1 ? _("player") : "");
    hra_text_pad(&p->line, 0, TURN + (p->info->game->seats > 1 ? SEAT : 0));
    hra_text_add(&p->line, _("move"));
    hra_text_pad(&p->line, 0, MOVE);
    print_add_cell(&p->line, NUMBER, _("value"));
    if (p->info->game->max_chances)
        print_add_cell(&p->line, NUMBER, _("luck"));
    print_add_cell(&p->line, NUMBER, _("loss"));
    end_line(p, MOVE);
    for (int ply = 0; ply < p->info->done; ply++)
        show_ply(p, ply);
}

/* ---- sums -----------------------------------------------------------------------------------*/

typedef void (*review_number)(const review_page *p, int seat, const hra_review_summary *a, int arg,
                              hra_text *out);

/* One line, of some players. */
static void show_row(review_page *p, int from, const char *label, review_number number, int arg) {
    hra_text_addf(&p->line, "  %s", label);
    hra_text_pad(&p->line, 0, LABEL);
    for (int seat = from; seat < p->info->game->seats && seat < from + PLAYERS; seat++) {
        hra_review_summary a;
        hra_text cell;
        hra_text_init(&cell);
        hra_review_seat(p->review, seat, &a);
        number(p, seat, &a, arg, &cell);
        print_add_cell(&p->line, PLAYER, print_string(&cell));
        hra_text_release(&cell);
    }
    end_line(p, LABEL);
}

static void add_seat(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    (void)a, (void)arg;
    hra_text_add(out, hra_game_seat_name(p->info->game, seat));
}

static void add_player(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    (void)a, (void)arg;
    add_name(out, p->game->players[seat], PLAYER - 1);
}

enum { EXPECTED, LUCK, OTHERS, REASSESSED, LOST, CONCEDED, RESULT, ADJUSTED };

static void add_term(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    const double terms[] = {a->expected, a->luck,     a->others, a->reassessed,
                            a->loss,     a->conceded, a->result, a->result - a->luck};
    (void)seat;
    review_add_value(&p->scale, arg == EXPECTED || arg == LOST || arg == RESULT ? "" : "+", terms[arg], out);
}

enum { DECISIONS, COSTLY, GRADED /* and the grades behind it */ };

static void add_count(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    (void)p, (void)seat;
    hra_text_addf(out, "%d",
                  arg == DECISIONS ? a->decisions
                  : arg == COSTLY  ? a->mistakes
                                   : a->graded[arg - GRADED]);
}

static void add_rate(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    (void)seat, (void)arg;
    review_add_rate(&p->scale, a->decisions, a->loss, a->scaled, out);
}

static void add_type(const review_page *p, int seat, const hra_review_summary *a, int arg, hra_text *out) {
    const hra_review_type_summary *type = &a->types[arg];
    (void)seat;
    review_add_rate(&p->scale, type->decisions, type->loss, type->scaled, out);
}

static void add_accuracy(const review_page *p, int seat, const hra_review_summary *a, int arg,
                         hra_text *out) {
    (void)p, (void)seat, (void)arg;
    hra_text_addf(out, isnan(a->accuracy) ? "-" : "%.1F%s", a->accuracy, print_percent());
}

/* Of a third of the plies: the accuracy by win probabilities, else the error rate. */
static void add_third(const review_page *p, int seat, const hra_review_summary *a, int third, hra_text *out) {
    hra_review_summary own;
    (void)a;
    hra_review_third(p->review, seat, third, &own);
    review_add_skill(&p->scale, &own, out);
}

static void show_account(review_page *p, int from) {
    const hra_game *game = p->info->game;
    show_row(p, from, _("expected"), add_term, EXPECTED);
    if (game->max_chances)
        show_row(p, from, _("+ luck"), add_term, LUCK);
    if (game->seats > 1)
        show_row(p, from, _("+ others"), add_term, OTHERS);
    if (!hra_player_info_of(p->info->analyst)->exact)
        show_row(p, from, _("+ reassessed"), add_term, REASSESSED);
    show_row(p, from, _("- lost"), add_term, LOST);
    if (term_review_conceded(p->review))
        show_row(p, from, _("+ conceded"), add_term, CONCEDED);
    show_row(p, from, p->info->over ? _("= result") : _("= value"), add_term, RESULT);
}

static void show_skill(review_page *p, int from) {
    const char *const *types = p->info->game->rules->conduct->decision_types;
    show_row(p, from, _("decisions"), add_count, DECISIONS);
    show_row(p, from, _("costly"), add_count, COSTLY);
    for (int grade = HRA_GRADE_INACCURACY; p->scale.graded && grade < HRA_GRADES; grade++)
        show_row(p, from, term_review_sign((hra_grade)grade), add_count, GRADED + grade);
    show_row(p, from, review_rate_name(&p->scale), add_rate, 0);
    for (int type = 0; types && types[0] && types[1] && types[type]; type++) {
        char label[LABEL * 4];
        hra_snprintf(label, sizeof label, "%s, %s", review_rate_name(&p->scale), _(types[type]));
        show_row(p, from, label, add_type, type);
    }
    if (p->info->measure != HRA_MEASURE_NONE)
        show_row(p, from, _("accuracy"), add_accuracy, 0);
    for (int third = 0; third < HRA_REVIEW_THIRDS && p->info->plies >= HRA_REVIEW_LEAST_THIRDS; third++) {
        char label[LABEL * 4];
        hra_snprintf(label, sizeof label, "%s, %s", review_skill_name(&p->scale), review_third_name(third));
        show_row(p, from, label, add_third, third);
    }
    if (p->info->game->max_chances)
        show_row(p, from, _("adjusted"), add_term, ADJUSTED);
}

static void show_sums(review_page *p) {
    for (int from = 0; from < p->info->game->seats; from += PLAYERS) {
        hra_text_add_char(p->out, '\n');
        if (p->info->game->seats > 1)
            show_row(p, from, "", add_seat, 0);
        show_row(p, from, "", add_player, 0);
        show_account(p, from);
        hra_text_add_char(p->out, '\n');
        show_skill(p, from);
    }
}

/* ---- the writer -----------------------------------------------------------------------------*/

static void show_head(review_page *p) {
    const hra_game *game = p->info->game;
    const char *date = hra_record_info(p->game->record)->date;
    hra_text_add(&p->line, _(game->rules->text->title));
    for (int seat = 0; seat < game->seats; seat++) {
        hra_text_add(&p->line, seat ? " - " : ": ");
        add_name(&p->line, p->game->players[seat], COLUMNS / 2);
    }
    end_line(p, 2);
    if (*p->game->file) {
        add_name(&p->line, p->game->file, COLUMNS);
        hra_text_addf(&p->line, ":%d%s%s", p->game->number, *date && !p->game->about ? ", " : "",
                      p->game->about ? "" : date);
        end_line(p, 2);
    }
    if (p->game->about) {
        add_name(&p->line, p->game->about, 4 * COLUMNS);
        end_line(p, 2);
    }
    hra_text_add(&p->line, game->spec);
    end_line(p, 2);
    hra_text_addf(&p->line, "%s %s", _("analyst"), p->game->analyst);
    end_line(p, 2);
    hra_text_add_char(p->out, '\n');
}

static void game(review_writer *w, const review_game *g) {
    review_page page = {.game = g,
                        .review = g->review,
                        .info = hra_review_snapshot(g->review),
                        .scale = review_scale_of(g->review),
                        .out = &w->out};
    hra_text_init(&page.line);
    hra_text_add(&w->out, g->index ? "\n\n" : "");
    show_head(&page);
    show_moves(&page);
    show_sums(&page);
    w->out.err = w->out.err ? w->out.err : page.line.err;
    hra_text_release(&page.line);
}

static void end(review_writer *w) {
    if (!w->all->games_too)
        return;
    hra_text_add_char(&w->out, '\n');
    add_wrapped(&w->out,
                _("?! inaccuracy, ? error, ?? blunder. PR: 500 times the mean loss, divided by the stakes."),
                0);
}

const review_format review_text = {
    .name = "text", .endings = ".txt", .lists = true, .streams = true, .game = game, .end = end};
