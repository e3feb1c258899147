/* Decisions of reviews as CSV (RFC 4180), in English, for spreadsheets and programs. */
#include <string.h>

#include "review_output.h"

#include "speech/csv.h"
#include "speech/print.h"

/* ---- fields ---------------------------------------------------------------------------------*/

static void next_text(hra_text *out, const char *text) {
    hra_text_add_char(out, ',');
    csv_text(out, text);
}

/* Numbers are never formulas: a minus before one stays alone. */
static void next_number(hra_text *out, double value) {
    hra_text_add_char(out, ',');
    hra_text_add_number(out, value + 0.0); /* no -0 */
}

static void next_move(hra_text *out, const hra_review *review, int ply, hra_move move) {
    const hra_game *game = hra_review_snapshot(review)->game;
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, hra_review_state(review, ply), move, &text);
    out->err = out->err ? out->err : text.err;
    next_text(out, hra_text_string(&text));
    hra_text_release(&text);
}

/* ---- rows -----------------------------------------------------------------------------------*/

static void begin(review_writer *w) {
    hra_text_add(&w->out,
                 "file,game,date,rules,ply,turn,seat,player,roll,luck,move,best,loss,grade,value_before,"
                 "value_after,unit,decision_type,phase,file_move\r\n");
}

/* The game's own numbers of phases; none where it has one phase. */
static void next_phase(hra_text *out, const hra_game *game, const void *state) {
    const hra_rules_encoding *encoding = game->rules->encoding;
    hra_text_add_char(out, ',');
    if (encoding && encoding->phase && encoding->phase_count && encoding->phase_count(game) > 1)
        hra_text_addf(out, "%d", encoding->phase(game, state));
}

static void next_roll(hra_text *out, const hra_review *review, int ply, int seat) {
    const int roll = review_roll_of(review, ply);
    if (roll < 0) {
        hra_text_add(out, ",,");
        return;
    }
    next_move(out, review, roll, hra_review_ply(review, roll)->move);
    next_number(out, hra_review_ply(review, roll)->gain[seat]);
}

static void decision(review_writer *w, const review_game *g, int ply) {
    const hra_review_info *info = hra_review_snapshot(g->review);
    const hra_review_move *at = hra_review_ply(g->review, ply);
    const char *const *types = info->game->rules->conduct->decision_types;
    hra_text *out = &w->out;
    if (at->mover < 0)
        return;
    csv_text(out, g->file);
    hra_text_addf(out, ",%d", g->number);
    next_text(out, hra_record_info(g->record)->date);
    next_text(out, info->game->spec);
    hra_text_addf(out, ",%d,%d,%d", ply, at->turn, at->mover);
    next_text(out, g->players[at->mover]);
    next_roll(out, g->review, ply, at->mover);
    next_move(out, g->review, ply, at->move);
    next_move(out, g->review, ply, at->better ? at->best : at->move);
    next_number(out, at->loss);
    next_text(out, at->grade ? review_grade_word(at->grade) : "");
    next_number(out, review_value_before(g->review, at->mover, ply));
    next_number(out, at->values[at->mover]);
    next_text(out, info->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    next_text(out, types ? types[at->decision_type] : "");
    next_phase(out, info->game, hra_review_state(g->review, ply));
    hra_text_add_char(out, ',');
    if (g->places)
        term_review_add_place(g->places, at, 0, out);
    hra_text_add(out, "\r\n");
}

const review_format review_csv = {
    .name = "csv", .endings = ".csv", .streams = true, .begin = begin, .decision = decision};
