/* What the table shows: boards, moves, advice, results. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/scene.h"
#include "speech/print.h"
#include "term_table.h"

int table_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void add_board(const hra_game *game, const char *const *names, const void *state, int seat, bool over,
                      int rows, hra_text *out) {
    hra_board_style look = print_style(seat);
    look.over = over;
    look.names = names;
    look.no_ids = true; /* the word `id` prints them */
    bool hidden = seat >= 0 && game->rules->conduct->observation;
    void *seen = hidden ? malloc(game->state_size) : NULL;
    size_t from = out->length;
    if (seen)
        game->rules->conduct->observation(game, state, seat, seen);
    if (seen || !hidden)
        game->rules->text->show(game, seen ? seen : state, &look, out);
    if (rows && out->length > from && table_lines(out->data + from) > rows) {
        look.compact = true;
        out->data[out->length = from] = '\0';
        game->rules->text->show(game, seen ? seen : state, &look, out);
    }
    free(seen);
}

void table_add_board(const hra_game *game, const char *const *names, const void *state, int seat, int rows,
                     hra_text *out) {
    add_board(game, names, state, seat, false, rows, out);
}

void table_show_final(const hra_play *play, int seat, int rows) {
    const hra_play_info *info = hra_play_snapshot(play);
    const void *state = hra_play_at(play, HRA_NOW).state;
    const bool hides = info->game->rules->conduct->observation != NULL;
    const bool early = info->game->rules->to_move(info->game, state) != HRA_OVER;
    hra_text text;
    hra_text_init(&text);
    add_board(info->game, info->names, state, hides ? -1 : seat, early, rows, &text);
    print_drawing(&text);
    hra_text_release(&text);
}

void table_show(const hra_game *game, const char *const *names, const void *state, int seat, int rows) {
    hra_text text;
    hra_text_init(&text);
    table_add_board(game, names, state, seat, rows, &text);
    print_drawing(&text);
    hra_text_release(&text);
}

bool table_show_position(const hra_game *game, const void *state, int seat) {
    hra_text text, id;
    void *seen = malloc(game->state_size);
    if (!seen)
        return false;
    hra_game_view(game, state, seat, seen);
    hra_text_init(&text);
    hra_text_init(&id);
    hra_text_add(&text, "  ");
    game->rules->text->write_position(game, seen, &text);
    for (const hra_notation *n = game->rules->catalogue->notations; n && n->name; n++) {
        hra_text_clear(&id);
        n->write(game, seen, &id);
        if (!id.length)
            continue;
        hra_text_add(&text, "\n  ");
        if (strncmp(hra_text_string(&id), n->name, strlen(n->name)) != 0)
            hra_text_addf(&text, "%s: ", _(n->name));
        hra_text_add(&text, hra_text_string(&id));
    }
    print("%s\n", print_string(&text));
    hra_text_release(&id);
    hra_text_release(&text);
    free(seen);
    return true;
}

const char *table_player(const hra_player *player) {
    const hra_player_info *info = hra_player_info_of(player);
    return info->human ? _("human") : info->name ? info->name : info->spec;
}

void table_show_move(const hra_game *game, const void *state, int mover, const char *player, hra_move move) {
    hra_text text;
    hra_text_init(&text);
    hra_game_say_move(game, state, move, &text);
    if (mover == HRA_CHANCE)
        print("  * %s\n", print_string(&text));
    else if (game->seats > 1)
        print("  %s, %s: %s\n", hra_game_seat_name(game, mover), player, print_string(&text));
    else
        print("  %s: %s\n", player, print_string(&text));
    hra_text_release(&text);
}

void table_show_opening(const hra_game *game, const void *state) {
    hra_text name;
    hra_text_init(&name);
    if (hra_game_opening(game, state, &name))
        print(_("  opening: %s\n"), print_string(&name));
    hra_text_release(&name);
}

void table_show_opening_of(const hra_play *play) {
    hra_text name;
    hra_text_init(&name);
    int ply = hra_play_opening(play, hra_play_plies(play), &name);
    if (ply >= 0)
        table_show_opening(hra_play_snapshot(play)->game, hra_play_at(play, ply).state);
    hra_text_release(&name);
}

void table_walk_steps(const hra_game *game, const void *state, hra_move move, table_step *show, void *self) {
    const struct timespec pause = {.tv_nsec = 400000000};
    void *on_the_way = game->rules->conduct->steps ? malloc(game->state_size) : NULL;
    int steps = on_the_way ? game->rules->conduct->steps(game, state, move, 0, on_the_way) : 1;
    for (int step = 1; step < steps; step++) {
        game->rules->conduct->steps(game, state, move, step, on_the_way);
        show(self, on_the_way);
        if (print_terminal_moves())
            (void)nanosleep(&pause, NULL);
    }
    free(on_the_way);
}

typedef struct view {
    const hra_game *game;
    int seat;
} view;

static void show_step(void *self, const void *state) {
    const view *v = self;
    print("\n");
    table_show(v->game, NULL, state, v->seat, print_terminal() ? print_height() - 1 : 0);
}

void table_show_steps(const hra_game *game, const void *state, hra_move move, int seat) {
    view v = {game, seat};
    table_walk_steps(game, state, move, show_step, &v);
}

table_end table_end_of(const hra_play_info *info) {
    return (table_end){.outcome = info->outcome, .resigned = info->resigned, .why = info->adjudication};
}

static void show_adjudication(hra_adjudication why) {
    static const char *const said[HRA_ADJUDICATIONS] = {
        [HRA_ADJUDICATION_TABLES] = N_("Adjudicated: the exact value of the position is known."),
        [HRA_ADJUDICATION_DRAW] = N_("Adjudicated: a draw by the scores of both players."),
        [HRA_ADJUDICATION_RESIGN] = N_("Adjudicated: a loss by the scores."),
        [HRA_ADJUDICATION_LENGTH] = N_("Adjudicated: a draw by length."),
    };
    print("\n%s\n", _(said[why]));
}

static void show_end(const hra_game *game, const void *state, hra_outcome outcome, int resigned) {
    const hra_rules_scene *scene = game->rules->scene;
    hra_text reason;
    hra_text_init(&reason);
    if (outcome == HRA_OUTCOME_RULES && scene && scene->ending)
        scene->ending(game, state, &reason);
    if (outcome == HRA_OUTCOME_REPETITION)
        print("\n%s\n", _("The game is over: the position was repeated too often."));
    else if (outcome == HRA_OUTCOME_RESIGNED)
        print(_("\nThe game is over: %s resigned.\n"), hra_game_seat_name(game, resigned));
    else if (outcome == HRA_OUTCOME_AGREED)
        print("\n%s\n", _("The game is over: draw agreed."));
    else if (reason.length)
        print(_("\nThe game is over: %s.\n"), print_string(&reason));
    else
        print("\n%s\n", _("The game is over."));
    hra_text_release(&reason);
}

/* "  Black    Anna                ": the seat, which one that is alone needs not be told, and who sat there.
 */
static void add_seat(const hra_game *game, int seat, const char *name, hra_text *line) {
    size_t from = line->length + 2;
    hra_text_add(line, "  ");
    if (game->seats > 1) {
        hra_text_add(line, hra_game_seat_name(game, seat));
        hra_text_pad(line, from, 8);
        hra_text_add_char(line, ' ');
        from = line->length;
    }
    hra_text_add(line, name);
    hra_text_pad(line, from, 20);
}

void table_show_result(const hra_game *game, const void *state, const table_end *how, const double *value,
                       const char *const *names) {
    int share;
    unsigned winners = hra_game_winners(game, state, value, &share);
    bool draw = winners + 1 == 1U << game->seats;
    hra_text line;
    if (how->outcome == HRA_OUTCOME_ADJUDICATED)
        show_adjudication(how->why);
    else
        show_end(game, state, how->outcome, how->resigned);
    hra_text_init(&line);
    for (int seat = 0; seat < game->seats; seat++) {
        const char *end = "";
        if (game->seats > 1 && winners >> seat & 1)
            end = draw ? _("  draw") : share > 1 ? _("  shares the win") : _("  wins");
        hra_text_clear(&line);
        add_seat(game, seat, names[seat], &line);
        print("%s %10.6G%s\n", print_string(&line), value[seat] + 0.0, end);
    }
    hra_text_release(&line);
}

/* ---- advice ---------------------------------------------------------------------------------*/

enum {
    NARROWEST = 9, /* columns of a number; one less where there is little room */
    MOVE_WIDTH = 22,
    LEAST_WIDTH = 16, /* of a move, at worst */
};

/* The head of a column: its label, or its key where the screen is narrow. */
static const char *head(const hra_column *column, bool narrow) {
    return narrow ? _(column->key) : _(column->label);
}

static int column_width(const hra_column *column, bool narrow) {
    int columns = hra_text_columns(head(column, narrow));
    return columns > NARROWEST - narrow ? columns : NARROWEST - narrow;
}

int table_decimals(const hra_game *game) {
    return hra_game_thousandths(game) ? 3 : 2;
}

/* What front ends make of a number that is exact as far as a player looked that only estimates. */
static hra_value_kind shown_kind(const hra_column *column, hra_value_kind kind) {
    return kind == HRA_VALUE_EXACT && column->estimate ? HRA_VALUE_ESTIMATE : kind;
}

/* "~-0.12", "48.79%"; `blank` stands before a sign of per cent. */
static void write_number(const hra_game *game, const hra_column *column, double value, hra_value_kind kind,
                         const char *blank, hra_text *out) {
    const bool chance = column->unit == HRA_UNIT_PROBABILITY;
    const int decimals = chance ? 2 : table_decimals(game);
    hra_text_addf(out, "%s%.*F%s%s", hra_value_mark(shown_kind(column, kind), true, false), decimals,
                  print_rounded(chance ? 100 * value : value, decimals), chance ? blank : "",
                  chance ? "%" : "");
}

/* Of a move, to the seat that moves. */
static double worth_of(const hra_analysis *advice, const hra_analysis_move *move) {
    return move->value[advice->value_seat];
}

/* "mate in 5", where that says more than the number. */
static bool write_end(const hra_game *game, const hra_analysis *advice, const hra_analysis_move *move,
                      hra_text *out) {
    return move->kind != HRA_VALUE_NONE && advice->what.unit == HRA_UNIT_POINTS &&
           hra_value_say_bound(game, worth_of(advice, move), shown_kind(&advice->what, move->kind), true,
                               move->distance, out);
}

static bool is_end(const hra_game *game, const hra_analysis *advice, const hra_analysis_move *move) {
    hra_text words;
    hra_text_init(&words);
    const bool end = write_end(game, advice, move, &words);
    hra_text_release(&words);
    return end;
}

static void add_number(const hra_game *game, hra_text *out, const hra_column *column, double value,
                       hra_value_kind kind, bool narrow) {
    hra_text number;
    hra_text_init(&number);
    if (kind == HRA_VALUE_NONE)
        hra_text_add(&number, "-");
    else
        write_number(game, column, value, kind, "", &number);
    hra_text_addf(out, " %*s", column_width(column, narrow), print_string(&number));
    hra_text_release(&number);
}

static void add_head(hra_text *out, const hra_column *column, bool narrow) {
    const char *words = head(column, narrow);
    hra_text_addf(out, " %*s%s", column_width(column, narrow) - hra_text_columns(words), "", words);
}

static const hra_column loss = {"loss", N_("loss"), HRA_UNIT_POINTS, false};

/* Columns of all the numbers of a row. */
static int numbers_width(const hra_analysis *advice, bool narrow) {
    int width = column_width(&advice->what, narrow) + 1 + column_width(&loss, narrow) + 1;
    for (int c = 0; c < advice->column_count; c++)
        width += column_width(&advice->columns[c], narrow) + 1;
    return width;
}

/* Columns of the widest of the moves that are shown, as far as the screen has room beside the numbers. */
static int move_width(const hra_game *game, const void *state, const hra_analysis *advice, int count,
                      int available) {
    int widest = MOVE_WIDTH;
    hra_text move;
    hra_text_init(&move);
    for (int i = 0; i < count; i++) {
        hra_text_clear(&move);
        hra_game_say_move(game, state, advice->moves[i].move, &move);
        int columns = hra_text_columns(print_string(&move));
        widest = columns > widest ? columns : widest;
    }
    hra_text_release(&move);
    available = available > LEAST_WIDTH ? available : LEAST_WIDTH;
    return widest < available ? widest : available;
}

void table_cut(hra_text *line, size_t from, int width) {
    if (line->err || from >= line->length || hra_text_columns(line->data + from) <= width)
        return;
    line->length = from + hra_text_cut(line->data + from, SIZE_MAX, width > 2 ? width - 2 : 0);
    line->data[line->length] = '\0';
    hra_text_add(line, "..");
}

void table_drop_remark(hra_text *line, size_t from, int width) {
    if (hra_text_columns(hra_text_string(line) + from) <= width)
        return;
    const char *bracket = strchr(hra_text_string(line) + from, '(');
    size_t keep = from + hra_text_cut(hra_text_string(line) + from, SIZE_MAX, width - 2);
    if (!bracket || (size_t)(bracket - line->data) > keep || keep >= line->length)
        return;
    table_cut(line, from, width);
}

/* A value's cell. Returns whether it says how far away the end is, which losses have no numbers for. */
static bool add_worth(const hra_game *game, const hra_analysis *advice, const hra_analysis_move *a,
                      bool narrow, hra_text *line) {
    hra_text words;
    hra_text_init(&words);
    const bool ends = write_end(game, advice, a, &words);
    if (ends) { /* words are longer than a number: they take of the blanks behind the move */
        int more = hra_text_columns(print_string(&words)) - column_width(&advice->what, narrow);
        for (; more > 0 && line->length > 2 && strcmp(line->data + line->length - 2, "  ") == 0; more--)
            line->data[--line->length] = '\0';
        hra_text_add_char(line, ' ');
        print_add_cell(line, column_width(&advice->what, narrow), print_string(&words));
    } else {
        add_number(game, line, &advice->what, worth_of(advice, a), a->kind, narrow);
    }
    hra_text_release(&words);
    return ends;
}

static void show_row(const hra_game *game, const void *state, const hra_analysis *advice, int i, int width,
                     bool narrow, hra_text *line) {
    const hra_analysis_move *a = &advice->moves[i];
    hra_text_clear(line);
    hra_text_addf(line, "  %s ", i == 0 ? ">" : " ");
    size_t from = line->length;
    hra_game_say_move(game, state, a->move, line);
    table_drop_remark(line, from, width);
    hra_text_pad(line, from, width);
    const hra_analysis_move *best = &advice->moves[0];
    bool compared = best->kind != HRA_VALUE_NONE && worth_of(advice, a) <= worth_of(advice, best);
    const bool ends = add_worth(game, advice, a, narrow, line) || is_end(game, advice, best);
    add_number(game, line, &loss, (advice->what.unit == HRA_UNIT_PROBABILITY ? 100 : 1) * a->loss,
               !compared || ends || a->kind == HRA_VALUE_NONE ? HRA_VALUE_NONE
               : i > 0 && a->kind == HRA_VALUE_AT_MOST        ? HRA_VALUE_AT_LEAST
                                                              : HRA_VALUE_EXACT,
               narrow);
    for (int c = 0; c < advice->column_count; c++)
        add_number(game, line, &advice->columns[c], a->column[c], HRA_VALUE_EXACT, narrow);
    print("%s\n", print_string(line));
}

static void show_rows(const hra_game *game, const void *state, const hra_analysis *advice, int count) {
    hra_text line;
    int all = print_style(-1).width - 4;
    bool narrow = MOVE_WIDTH + numbers_width(advice, false) > all;
    int width = move_width(game, state, advice, count, all - numbers_width(advice, narrow));
    hra_text_init(&line);
    hra_text_addf(&line, "    %s", _("move"));
    hra_text_pad(&line, 0, width + 4);
    add_head(&line, &advice->what, narrow);
    add_head(&line, &loss, narrow);
    for (int c = 0; c < advice->column_count; c++)
        add_head(&line, &advice->columns[c], narrow);
    print("%s\n", print_string(&line));
    for (int i = 0; i < count; i++)
        show_row(game, state, advice, i, width, narrow, &line);
    hra_text_release(&line);
}

void table_show_advice(const hra_game *game, const void *state, const hra_analysis *advice, int moves) {
    hra_text reason;
    hra_text_init(&reason);
    if (advice->reason[0])
        print_folded(2, advice->reason, &reason);
    const int count = moves && moves < advice->move_count ? moves : advice->move_count,
              rest = advice->move_count - count;
    show_rows(game, state, advice, count);
    if (advice->counts)
        print("    %s: %s\n", _(advice->what.label), _(advice->counts));
    if (rest)
        print(_n("    ... and %d more; 'aa' shows all\n", "    ... and %d more; 'aa' shows all\n", rest),
              rest);
    (void)print_text(&reason);
}

/* "mate in 5", or the number. */
static void add_said_worth(const hra_game *game, const hra_analysis *advice, const hra_analysis_move *move,
                           hra_text *out) {
    if (!write_end(game, advice, move, out))
        write_number(game, &(hra_column){.unit = advice->what.unit}, worth_of(advice, move), move->kind, " ",
                     out);
}

/* How the move in place i stands beside the best, or the best beside the next one. */
static void add_comparison(const hra_game *game, const void *before, const hra_analysis *advice, int i,
                           hra_text *text) {
    const hra_analysis_move *best = &advice->moves[0], *lesser = &advice->moves[i == 0 ? 1 : i];
    const bool chance = advice->what.unit == HRA_UNIT_PROBABILITY;
    const int decimals = chance ? 2 : table_decimals(game);
    double lead = lesser->loss * (chance ? 100 : 1);
    bool bound = lesser->kind == HRA_VALUE_AT_MOST;
    hra_text other;
    const bool equal = print_rounded(lead, decimals) == 0;
    if (best->kind == HRA_VALUE_NONE || lesser->kind == HRA_VALUE_NONE ||
        worth_of(advice, lesser) > worth_of(advice, best) ||
        (bound && equal)) /* nothing is known of the lesser one, but that it is no better */
        return;
    hra_text_init(&other);
    hra_game_say_move(game, before, i == 0 ? lesser->move : best->move, &other);
    const char *move = print_string(&other);
    if (!equal && (is_end(game, advice, best) || is_end(game, advice, lesser))) {
        hra_text_addf(text, i == 0 ? _("; next best: %s, ") : _("; best: %s, "), move);
        add_said_worth(game, advice, i == 0 ? lesser : best, text);
    } else if (equal && i == 0)
        hra_text_addf(text, _("; next best: %s, equal"), move);
    else if (equal)
        hra_text_addf(text, _("; best: %s, equal"), move);
    else if (i == 0)
        hra_text_addf(text,
                      bound ? _("; next best: %s, at least %.*F less") : _("; next best: %s, %.*F less"),
                      move, decimals, lead);
    else
        hra_text_addf(text, bound ? _("; best: %s, at least %.*F more") : _("; best: %s, %.*F more"), move,
                      decimals, lead);
    hra_text_release(&other);
}

void table_show_thought(const hra_game *game, double value, int distance) {
    const int decimals = table_decimals(game);
    hra_text words;
    hra_text_init(&words);
    if (hra_value_say_end(game, value, distance, false, &words))
        print("      %s", print_string(&words));
    else
        print(_("      value %.*F"), decimals, print_rounded(value, decimals));
    hra_text_release(&words);
}

void table_explain(const hra_game *game, const void *before, const hra_analysis *advice, hra_move move) {
    int i = 0;
    while (i < advice->move_count && advice->moves[i].move != move)
        i++;
    if (i == advice->move_count)
        return;
    const hra_analysis_move *a = &advice->moves[i];
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "      %s%s", is_end(game, advice, a) ? "" : _(advice->what.label),
                  is_end(game, advice, a) ? "" : " ");
    if (a->kind == HRA_VALUE_NONE)
        hra_text_add(&text, _("no value"));
    else
        add_said_worth(game, advice, a, &text);
    if (a->kind != HRA_VALUE_NONE && advice->counts && !is_end(game, advice, a))
        hra_text_addf(&text, " (%s)", _(advice->counts));
    if (advice->move_count == 1)
        hra_text_add(&text, _("; the only move"));
    else
        add_comparison(game, before, advice, i, &text);
    hra_text_add(&text, "\n");
    if (i == 0 && advice->move_count > 1 && advice->reason[0])
        print_folded(6, advice->reason, &text);
    (void)print_text(&text);
}
