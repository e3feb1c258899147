/* What a method thinks at every ply of a play. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

#include "open_game.h"

/* One side's sums. */
enum {
    SEAT = 9,    /* columns of a seat's name */
    PLAYER = 24, /* of who sits there */
};

typedef struct side {
    int moves;
    double value, still; /* found by the search; static, without search */
    uint64_t nodes;
} side;

typedef struct report {
    const hra_record *record;
    const hra_game *game;
    hra_agent *search;
    hra_eval eval; /* the method's; kind NULL: it has none */
    hra_evaluator evaluator;
    hra_analysis result;
    side sides[HRA_MAX_SEATS];
    int seen; /* the first ply at which a win was seen, -1: none */
    int winner;
    hra_text line;
} report;

/* The evaluation that the method was opened with, to show its static value of each position. */
static void open_eval(report *r, const char *method) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_options options;
    if (hra_spec_split(method, name, &text, &length, NULL) != 0)
        return;
    const hra_player_kind *kind = hra_player_info_of(hra_agent_player(r->search))->kind;
    const hra_option *table = kind->options;
    for (const hra_option *o = table; o && o->name; o++)
        if (strcmp(o->name, "eval") == 0 &&
            hra_options_read(&options, table, NULL, kind->name, text, length, 0, NULL) == 0 &&
            hra_eval_open(&r->eval, r->game, hra_options_text(&options, "eval"), NULL) != 0)
            r->eval = (hra_eval){0};
    if (hra_evaluator_open(&r->evaluator, &r->eval) != 0)
        r->evaluator.kind = NULL;
}

/* The seat that has a certain win according to the search, -1: none. */
static int certain_winner(const report *r) {
    const hra_evaluation *by = r->eval.kind;
    double win = by && by->win > 0                     ? by->win / 2
                 : by && by->ends && by->max > by->min ? by->max
                                                       : r->game->max_return;
    for (int seat = 0; seat < r->game->seats && r->game->zero_sum; seat++)
        if (r->result.value[seat] >= win)
            return seat;
    return -1;
}

static void add_number(double value, int width, hra_text *out) {
    char number[40];
    hra_snprintf(number, sizeof number, "%.8G", value + 0.0);
    hra_text_addf(out, " %*s", width, number);
}

static void show_ply(report *r, int ply, int mover) {
    const void *s = hra_record_at(r->record, ply).state;
    const hra_rules *rules = r->game->rules;
    hra_text *line = &r->line;
    hra_text_clear(line);
    hra_text_addf(line, "%4d ", ply);
    size_t from = line->length;
    if (r->game->seats > 1) {
        hra_text_add(line, hra_game_seat_name(r->game, mover));
        hra_text_pad(line, from, SEAT);
        from = line->length;
    }
    hra_game_say_move(r->game, s, hra_record_at(r->record, ply).move, line);
    hra_text_pad(line, from, 10);
    from = line->length;
    hra_text_add_char(line, ' ');
    if (r->result.move != hra_record_at(r->record, ply).move)
        hra_game_say_move(r->game, s, r->result.move, line);
    hra_text_pad(line, from, 11);
    add_number(r->result.value[mover], 10, line);
    hra_text_addf(line, " %10llu", (unsigned long long)r->result.nodes);
    if (r->evaluator.kind) {
        double value[HRA_MAX_SEATS];
        hra_evaluate(&r->evaluator, s, value);
        add_number(value[mover], 10, line);
        r->sides[mover].still += value[mover];
    } else {
        hra_text_addf(line, " %10s", "");
    }
    hra_text_add(line, "  ");
    rules->text->write_position(r->game, s, line);
    print("%s\n", print_string(line));
}

/* Searches the state of one decision; an exit status. */
static int look_at(report *r, int ply, int mover) {
    hra_question question = {
        .state = hra_record_at(r->record, ply).state, .seed = 1, .stop = print_progress()->stop};
    print_reached(_("ply %d of %d"), ply, hra_record_info(r->record)->plies);
    hra_err err = hra_agent_ask(r->search, &question, &r->result);
    if (err == HRA_ESTOPPED)
        return EXIT_INTERRUPTED;
    if (err) {
        print_error("%s", r->result.why.code ? r->result.why.text : hra_err_text(err));
        return EXIT_FAILED;
    }
    side *own = &r->sides[mover];
    own->moves++;
    own->nodes += r->result.nodes;
    own->value += r->result.value[mover];
    int winner = certain_winner(r);
    if (winner < 0 || winner != r->winner)
        r->seen = winner < 0 ? -1 : ply;
    r->winner = winner;
    show_ply(r, ply, mover);
    return EXIT_DONE;
}

static void show_cells(int width, const char *const *titles, int count) {
    for (int i = 0; i < count; i++) {
        print(" ");
        print_cell(width, _(titles[i]));
    }
}

static void show_sums(const report *r) {
    static const char *const means[] = {N_("mean value"), N_("mean static"), N_("mean nodes")};
    if (r->seen >= 0)
        print(_("\nThe win of %s is seen since ply %d.\n"), hra_game_seat_name(r->game, r->winner), r->seen);
    else
        print("\n%s\n", _("No win is seen at the last ply."));
    bool several = r->game->seats > 1;
    print("\n  ");
    print_cell(several ? -SEAT - PLAYER : -PLAYER, _("player"));
    print(" ");
    print_cell(6, _("moves"));
    show_cells(12, means, 3);
    print("\n");
    for (int seat = 0; seat < r->game->seats; seat++) {
        const side *s = &r->sides[seat];
        double n = s->moves ? s->moves : 1;
        const char *name = hra_record_info(r->record)->specs[seat];
        hra_text player;
        hra_text_init(&player);
        hra_text_add_bytes(&player, name, hra_text_cut(name, SIZE_MAX, PLAYER));
        hra_text_pad(&player, 0, PLAYER);
        print("  ");
        print_cell(several ? -SEAT : 0, several ? hra_game_seat_name(r->game, seat) : "");
        print("%s %6d %12.6G %12.6G %12.6G\n", print_string(&player), s->moves, s->value / n, s->still / n,
              (double)s->nodes / n);
        hra_text_release(&player);
    }
}

static int go_through(report *r) {
    int status = EXIT_DONE, plies = hra_record_info(r->record)->plies;
    static const char *const numbers[] = {N_("value"), N_("nodes"), N_("static")};
    print_cell(4, _("ply"));
    print(" ");
    print_cell(r->game->seats > 1 ? -SEAT : 0, r->game->seats > 1 ? _("player") : "");
    print_cell(-10, _("move"));
    print(" ");
    print_cell(-10, _("better"));
    show_cells(10, numbers, 3);
    print("  %s\n", _("position"));
    for (int ply = 0; ply < plies && !status; ply++) {
        int mover = hra_record_at(r->record, ply).mover;
        if (mover >= 0)
            status = look_at(r, ply, mover);
    }
    if (!status)
        show_sums(r);
    return status;
}

int report_play(const args *a, const hra_record *record, const char *method) {
    hra_error why;
    report *r = calloc(1, sizeof *r);
    if (!r)
        return print_no_memory();
    r->record = record;
    r->game = hra_record_info(record)->game;
    r->seen = r->winner = -1;
    hra_text_init(&r->line);
    hra_analysis_init(&r->result);
    int status = EXIT_DONE;
    if (hra_agent_open_spec(&r->search, r->game, method, &why) != 0) {
        status = print_failure(&why, method);
    } else {
        open_eval(r, method);
        status = go_through(r);
        hra_evaluator_close(&r->evaluator);
        hra_eval_close(&r->eval);
        hra_agent_close(r->search);
    }
    hra_analysis_release(&r->result);
    hra_text_release(&r->line);
    free(r);
    return status;
}
