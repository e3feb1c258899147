/* Reviews as annotated PDN and PGN: the games as they were, with values, glyphs and best lines. Notes of other people stay; those of
 * an earlier review are replaced. */
#include <string.h>

#include "review_copy.h"
#include "review_output.h"

#include "speech/print.h"

static const char eval[] = "[%eval ", chance[] = "[%wp "; /* begin each comment of a review */
enum {
    DECIMALS = 4 /* of it */,
    CHANCE_DECIMALS = 3,
    PAWN_DECIMALS = 2 /* other programs read no more of them */
};
static const char unit_tag[] = "EvalUnit", pawns[] = "pawns of White";

/* PGN says what a value is: pawns, which evaluations of chess count. */
static bool is_pgn(const hra_format *format) {
    return strcmp(format->suffix, ".pgn") == 0;
}

/* ---- notes of an earlier review -------------------------------------------------------------*/

/* What is behind a command such as "[%eval 0.4518]", or "[%eval #-3]" of a mate, at the beginning of a text; NULL: there is none with this number of
 * decimals. */
static const char *behind_value(const char *text, const char *command, size_t decimals) {
    const size_t n = strlen(command);
    if (strncmp(text, command, n) != 0)
        return NULL;
    if (text[n] == '#') {
        const char *digits = text + n + 1 + (text[n + 1] == '-');
        const size_t count = strspn(digits, "0123456789");
        return count && digits[count] == ']' ? digits + count + 1 : NULL;
    }
    const char *point = text + n + strspn(text + n, "-0123456789");
    return *point == '.' && strspn(point + 1, "0123456789") == decimals && point[1 + decimals] == ']'
               ? point + decimals + 2
               : NULL;
}

/* Other programs write values too, with fewer decimals, and people write behind them. */
static bool is_review(const hra_note *n) {
    return n->kind == HRA_NOTE_COMMENT && behind_value(n->text, eval, DECIMALS);
}

/* In PGN they have as many, and a blank before them or other commands behind them. */
static bool is_pgn_review(const hra_note *n) {
    if (n->kind != HRA_NOTE_COMMENT)
        return false;
    const char *behind = behind_value(n->text, eval, PAWN_DECIMALS);
    behind = behind ? behind : behind_value(n->text, chance, CHANCE_DECIMALS);
    return behind && (!*behind || strncmp(behind, " loss ", 6) == 0);
}

/* Whether a node of an annotated game has a comment of an earlier review. */
static bool has_review(const hra_annotated *a, int node, bool (*is)(const hra_note *)) {
    bool found = false;
    for (int i = a->nodes[node].note; i >= 0 && !found; i = a->notes[i].next)
        found = is(&a->notes[i]);
    return found && hra_annotated_tag(a, unit_tag);
}

static bool was_reviewed(const hra_annotated *a, int node) {
    return has_review(a, node, is_review);
}

static bool was_pgn_reviewed(const hra_annotated *a, int node) {
    return has_review(a, node, is_pgn_review);
}

static bool is_grade(int nag) {
    return nag == 2 || nag == 4 || nag == 6;
}

/* Its glyphs are numbers, not signs beside the move. */
static bool is_own_glyph(const hra_note *n) {
    return n->kind == HRA_NOTE_NAG && !n->form && is_grade(n->value);
}

static bool is_own(const hra_note *n) {
    return is_review(n) || is_own_glyph(n);
}

static bool is_pgn_own(const hra_note *n) {
    return is_pgn_review(n) || is_own_glyph(n);
}

static const review_copy_earlier earlier = {.reviewed = was_reviewed, .is_own = is_own},
                                 pgn_earlier = {.reviewed = was_pgn_reviewed, .is_own = is_pgn_own};

/* ---- notes of the review --------------------------------------------------------------------*/

/* Whether win probabilities are those of values in pawns (hra_rules_catalogue.chance), which PGN has. */
static bool are_of_pawns(const hra_review_info *info) {
    return info->unit == HRA_UNIT_PROBABILITY && hra_rules_offers(info->game->rules)->chance;
}

/* The value by the game's evaluation, in pawns, that leads to a win probability. */
static double value_of(const hra_game *game, double probability) {
    enum { HALVINGS = 60 };
    const hra_rules_catalogue *offers = hra_rules_offers(game->rules);
    double low = offers->evaluations->min, high = offers->evaluations->max;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (offers->chance(game, offers->evaluations, middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The values of seat 0, after the move; a win probability if results are no other than win, draw and loss. In PGN one of the two. */
static void add_values(const hra_review *review, const hra_review_move *at, bool pgn, hra_text *out) {
    const hra_review_info *info = hra_review_snapshot(review);
    const bool from_pawns = pgn && are_of_pawns(info);
    const double value = from_pawns ? value_of(info->game, at->values[0]) : at->values[0];
    const double least = info->unit == HRA_UNIT_PROBABILITY ? 0 : info->game->min_return;
    hra_text end;
    hra_text_init(&end);
    if (from_pawns && hra_review_say_end(review, at->ply, 0, true, &end))
        hra_text_addf(out, "%s%s]", eval, hra_text_string(&end));
    const bool ends = end.length > 0;
    hra_text_release(&end);
    if (ends)
        return;
    const bool chances = !from_pawns && info->measure == HRA_MEASURE_CHANCES && info->span > 0;
    if (!pgn)
        hra_text_addf(out, "%s%.*f]", eval, DECIMALS, print_rounded(value, DECIMALS));
    else if (!chances)
        hra_text_addf(out, "%s%.*f]", eval, PAWN_DECIMALS, print_rounded(value, PAWN_DECIMALS));
    if (chances)
        hra_text_addf(out, "%s%s%.*f]", pgn ? "" : " ", chance, CHANCE_DECIMALS,
                      print_rounded((value - least) / info->span, CHANCE_DECIMALS));
}

static void add_loss(const hra_review *review, const hra_review_move *at, bool pgn, hra_text *out) {
    const hra_game *game = hra_review_snapshot(review)->game;
    if (pgn && hra_review_snapshot(review)->measure != HRA_MEASURE_CHANCES)
        hra_text_addf(out, " loss %.2f", at->loss);
    else
        hra_text_addf(out, " loss %.4f", at->loss);
    if (!at->better)
        return;
    hra_text_add(out, ", best ");
    game->rules->text->show_move(game, hra_review_state(review, at->ply), at->best, out);
}

/* The best line as a variation of the move made, unless one with the best move is there. */
static hra_err add_line(hra_annotated *a, const hra_review_move *at, int parent) {
    for (int child = a->nodes[parent].first; child; child = a->nodes[child].sibling)
        if (a->nodes[child].move == at->best)
            return HRA_OK;
    for (int i = 0, node = parent; i < (at->line_length ? at->line_length : 1); i++) {
        const hra_move move = at->line_length ? at->line[i] : at->best;
        const void *state = hra_annotated_state(a, node);
        if (a->game->rules->to_move(a->game, state) < 0 || !hra_game_legal(a->game, state, move) ||
            hra_annotated_full(a, node))
            break;
        node = hra_annotated_add(a, node, move);
        if (!node)
            return HRA_ENOMEM;
    }
    return HRA_OK;
}

static bool has_nag(const hra_annotated *a, int node, int value) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        if (a->notes[i].kind == HRA_NOTE_NAG && a->notes[i].value == value)
            return true;
    return false;
}

static hra_err annotate_move(hra_annotated *a, int node, const review_game *g, int ply, bool pgn) {
    static const int nags[HRA_GRADES] = {0, 6, 2, 4};
    const hra_review_move *at = hra_review_ply(g->review, ply);
    const int nag = nags[at->grade];
    hra_text text;
    hra_err err = HRA_OK;
    hra_text_init(&text);
    add_values(g->review, at, pgn, &text);
    if (at->mistake)
        add_loss(g->review, at, pgn, &text);
    if (nag && !has_nag(a, node, nag))
        err = hra_annotated_note(a, node,
                                 &(hra_note){.kind = HRA_NOTE_NAG, .value = nag, .name = "", .text = ""});
    if (!err)
        err = text.err ? text.err
                       : hra_annotated_note(
                             a, node, &(hra_note){.kind = HRA_NOTE_COMMENT, .name = "", .text = text.data});
    hra_text_release(&text);
    if (!err && at->mistake && at->better)
        err = add_line(a, at, a->nodes[node].parent);
    return err;
}

/* The value is a result then, and not in pawns. */
static bool is_over(const review_game *g, int ply) {
    const hra_game *game = hra_review_snapshot(g->review)->game;
    return game->rules->to_move(game, hra_review_state(g->review, ply)) == HRA_OVER;
}

/* The line that the record has, a ply after the other. */
static hra_err annotate_moves(hra_annotated *a, const review_game *g, bool pgn) {
    const int done = hra_review_snapshot(g->review)->done;
    hra_err err = HRA_OK;
    for (int ply = 0, node = a->nodes[0].first; ply < done && node && !err;
         ply++, node = a->nodes[node].first)
        if (hra_review_ply(g->review, ply)->mover >= 0 && !(pgn && is_over(g, ply + 1)))
            err = annotate_move(a, node, g, ply, pgn);
    return err;
}

static hra_err add_tags(hra_annotated *a, const review_game *g, bool pgn) {
    const hra_review_info *info = hra_review_snapshot(g->review);
    const char *unit = info->unit == HRA_UNIT_PROBABILITY ? "win probability of Black" : "points of Black";
    if (pgn)
        unit =
            info->measure == HRA_MEASURE_CHANCES && !are_of_pawns(info) ? "win probability of White" : pawns;
    hra_err err = hra_annotated_set_tag(a, "Analyst", g->analyst);
    return err ? err : hra_annotated_set_tag(a, unit_tag, unit);
}

/* ---- the writer -----------------------------------------------------------------------------*/

static hra_err write_game(const review_game *g, const hra_format *format, hra_text *out) {
    hra_annotated *a;
    hra_err err = hra_annotated_open(&a, NULL);
    if (err)
        return err;
    err = review_copy_game(a, g, is_pgn(format) ? &pgn_earlier : &earlier);
    if (!err)
        err = add_tags(a, g, is_pgn(format));
    if (!err)
        err = annotate_moves(a, g, is_pgn(format));
    if (!err)
        format->write(a, out);
    hra_annotated_close(a);
    return err ? err : out->err;
}

static void game(review_writer *w, const review_game *g) {
    const hra_game *rules = hra_review_snapshot(g->review)->game;
    const hra_format *format = review_copy_format(rules, w->format->endings);
    if (!format) {
        print_error(w->format == &review_pgn ? _("review: PGN takes games of chess only, not %s")
                                             : _("review: PDN takes games of checkers only, not %s"),
                    rules->spec);
        w->status = EXIT_WRONG;
        return;
    }
    hra_err err = write_game(g, format, &w->out);
    if (err == HRA_ENOMEM)
        w->out.err = err;
    else if (err) {
        print_error("%s", hra_err_text(err));
        w->status = EXIT_FAILED;
    }
}

const review_format review_pdn = {.name = "pdn", .endings = ".pdn", .streams = true, .game = game};
const review_format review_pgn = {.name = "pgn", .endings = ".pgn", .streams = true, .game = game};
