/* What a review says of decisions about the stakes, such as the cube. */
#include <math.h>
#include <string.h>

#include "speech/print.h"
#include "term_review.h"

enum {
    TURN = TERM_REVIEW_TURN,
    SEAT = TERM_REVIEW_SEAT,
    NUMBER = TERM_REVIEW_NUMBER,
    OUTLOOK = 14, /* columns of the worth of an outlook */
};

static void add_move(const term_review *t, const hra_review_move *at, hra_move move, hra_text *out) {
    hra_game_say_move(hra_review_snapshot(t->review)->game, hra_review_state(t->review, at->ply), move, out);
}

/* What was done, and in brackets what was right, after the worth of each outlook to who chose. */
static void print_stake_action(const term_review *t, const hra_review_move *at, hra_text *line) {
    hra_text_clear(line);
    term_review_add_place(t->places, at, TURN, line);
    hra_text_add_char(line, ' ');
    size_t from = line->length;
    hra_text_add(line, hra_game_seat_name(hra_review_snapshot(t->review)->game, at->mover));
    hra_text_pad(line, from, SEAT);
    for (int i = 0; i < at->stake_action_count; i++)
        term_review_number(t->review, "+", at->stake_action[i], OUTLOOK, line);
    term_review_number(t->review, "", at->loss, NUMBER + 1, line);
    hra_text_add(line, "  ");
    add_move(t, at, at->move, line);
    if (at->better && at->mistake) {
        hra_text_add(line, " (");
        add_move(t, at, at->best, line);
        hra_text_add(line, ")");
    }
    print("%s\n", print_string(line));
}

static void print_stake_actions(const term_review *t, hra_text *line) {
    const char *const *outlooks = hra_review_snapshot(t->review)->game->rules->conduct->stake_actions;
    bool begun = false;
    for (int ply = 0; ply < hra_review_snapshot(t->review)->done; ply++) {
        const hra_review_move *at = hra_review_ply(t->review, ply);
        if (!at->stake_action_count || at->not_close || !term_review_shows(t, at->mover))
            continue;
        if (!begun) {
            hra_text_clear(line);
            hra_text_addf(line, "\n%*s", TURN + 1 + SEAT, "");
            for (int i = 0; outlooks[i]; i++)
                print_add_cell(line, OUTLOOK, _(outlooks[i]));
            print_add_cell(line, NUMBER + 1, _("- lost"));
            hra_text_addf(line, "  %s", _("made (right)"));
            print("%s\n", print_string(line));
        }
        begun = true;
        print_stake_action(t, at, line);
    }
}

/* Bytes of a head's first line; the second line is its last word. */
static size_t first_line(const char *head) {
    const char *blank = strrchr(head, ' ');
    return blank ? (size_t)(blank - head) : 0;
}

static void add_margin_head(const char *head, bool first, hra_text *out) {
    const size_t length = first_line(head);
    hra_text_addf(out, "%.*s", first ? (int)length : (int)strlen(head),
                  first ? head : head + length + (head[length] == ' '));
}

/* A blank before each line of a head, and at least as wide as "  100.0%". */
static int margin_width(const char *head) {
    int width = NUMBER;
    for (int first = 0; first < 2; first++) {
        hra_text part;
        hra_text_init(&part);
        add_margin_head(head, first, &part);
        const int columns = hra_text_columns(print_string(&part)) + 1;
        width = columns > width ? columns : width;
        hra_text_release(&part);
    }
    return width;
}

static void print_margin_heads(const char *const *margins, int n, hra_text *line) {
    for (int row = 0; row < 2; row++) {
        hra_text_clear(line);
        hra_text_addf(line, "%s%*s", row ? "" : "\n", TURN + 1 + SEAT, "");
        for (int i = 0; i < n; i++) {
            hra_text part;
            hra_text_init(&part);
            add_margin_head(_(margins[i]), row == 0, &part);
            print_add_cell(line, margin_width(_(margins[i])), print_string(&part));
            hra_text_release(&part);
        }
        print("%s\n", print_string(line));
    }
}

static void print_threshold(const term_review *t, const hra_review_move *at, hra_text *line) {
    const char *const *margins = hra_review_snapshot(t->review)->game->rules->conduct->thresholds;
    hra_text_clear(line);
    term_review_add_place(t->places, at, TURN, line);
    hra_text_add_char(line, ' ');
    size_t from = line->length;
    hra_text_add(line, hra_game_seat_name(hra_review_snapshot(t->review)->game, at->mover));
    hra_text_pad(line, from, SEAT);
    for (int i = 0; i < at->threshold_count; i++) {
        int width = margin_width(_(margins[i]));
        if (isnan(at->threshold[i]))
            hra_text_addf(line, "%*s", width, "-");
        else
            print_add_percent(line, width, print_rounded(100 * at->threshold[i], 1));
    }
    print("%s\n", print_string(line));
}

/* Between which chances each of these choices lies. */
static void print_thresholds(const term_review *t, hra_text *line) {
    const char *const *margins = hra_review_snapshot(t->review)->game->rules->conduct->thresholds;
    bool begun = false;
    for (int ply = 0; ply < hra_review_snapshot(t->review)->done; ply++) {
        const hra_review_move *at = hra_review_ply(t->review, ply);
        if (!at->threshold_count || at->not_close || !term_review_shows(t, at->mover))
            continue;
        if (!begun)
            print_margin_heads(margins, at->threshold_count, line);
        begun = true;
        print_threshold(t, at, line);
    }
}

void term_review_stakes(const term_review *t, hra_text *line) {
    print_stake_actions(t, line);
    print_thresholds(t, line);
}
