/* The report of a review in HTML: sums, then each game with its graph and every costly decision with its board. */
#include "review_html.h"

#include <math.h>

#include "review_trend.h"
#include "speech/print.h"
#include "term/term_review.h"

enum { LINE_SHOWN = 8 /* moves of the best line */ };

typedef struct report {
    hra_text games, cards, moves; /* sections; decisions and all moves of the game that is written now */
    hra_text list;                /* lines of the list of games */
    hra_text title;
    review_boards boards;
    int costly;        /* of the game */
    size_t first_head; /* where the heading of the first game begins, which has a number if others follow */
} report;

static void init(review_writer *w) {
    report *r = w->self;
    hra_text *const texts[] = {&r->games, &r->cards, &r->moves, &r->list, &r->title, &r->boards.shared};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hra_text_init(texts[i]);
}

static void release(review_writer *w) {
    report *r = w->self;
    hra_text *const texts[] = {&r->games, &r->cards, &r->moves, &r->list, &r->title};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hra_text_release(texts[i]);
    review_boards_release(&r->boards);
}

/* A lack of memory anywhere is one of the whole. */
static void check(hra_text *out, const hra_text *text) {
    out->err = out->err ? out->err : text->err;
}

void review_html_release(hra_text *text, hra_text *out) {
    check(out, text);
    hra_text_release(text);
}

void review_html_id(const review_game *game, int ply, hra_text *out) {
    hra_text_addf(out, "d%d-%d", game->index + 1, ply);
}

const char *review_html_grade(hra_grade grade) {
    return grade == HRA_GRADE_BLUNDER      ? _("blunder")
           : grade == HRA_GRADE_ERROR      ? _("error")
           : grade == HRA_GRADE_INACCURACY ? _("inaccuracy")
                                           : "";
}

static const hra_game *game_of(const review_game *g) {
    return hra_review_snapshot(g->review)->game;
}

static void add_move(const review_game *g, int ply, hra_move move, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    hra_game_say_move(game_of(g), hra_review_state(g->review, ply), move, &text);
    html_foreign(out, hra_text_string(&text));
    review_html_release(&text, out);
}

static void add_who(const review_game *g, int seat, hra_text *out) {
    if (game_of(g)->seats > 1) {
        html_text(out, hra_game_seat_name(game_of(g), seat));
        hra_text_add_char(out, ' ');
    }
    html_foreign(out, g->players[seat]);
}

/* ---- the head of a game ---------------------------------------------------------------------*/

static void add_players(const review_game *g, hra_text *out) {
    for (int seat = 0; seat < game_of(g)->seats; seat++) {
        hra_text_add(out, seat ? " – " : "");
        html_foreign(out, g->players[seat]);
    }
}

static void add_about(const review_game *g, hra_text *out) {
    const hra_play_info *info = hra_record_info(g->record);
    hra_text opening;
    hra_text_init(&opening);
    hra_text_add(out, "<p class=\"quiet\">");
    html_foreign(out, info->game->spec);
    if (*info->date && !g->about) {
        hra_text_add(out, " · ");
        html_text(out, info->date);
    }
    if (hra_record_opening(g->record, info->plies, &opening) >= 0) {
        hra_text_add(out, " · ");
        html_foreign(out, hra_text_string(&opening));
    }
    if (*g->file) {
        hra_text_add(out, " · ");
        html_foreign(out, g->file);
        hra_text_addf(out, ":%d", g->number);
    }
    if (g->about) {
        hra_text_add(out, " · ");
        html_foreign(out, g->about);
    }
    hra_text_add(out, " · ");
    html_text(out, _("analyst"));
    hra_text_add_char(out, ' ');
    html_foreign(out, g->analyst);
    hra_text_add(out, "</p>\n");
    review_html_release(&opening, out);
}

/* ---- sums of a game -------------------------------------------------------------------------*/

static void add_heads(const review_game *g, const review_scale *scale, hra_text *out) {
    const char *const *types = game_of(g)->rules->conduct->decision_types;
    bool over = hra_review_snapshot(g->review)->over;
    html_element(out, "th", "w", _("player"));
    html_element(out, "th", "", over ? _("result") : _("value"));
    if (game_of(g)->max_chances)
        html_element(out, "th", "", _("luck"));
    html_element(out, "th", "", _("loss"));
    if (term_review_conceded(g->review))
        html_element(out, "th", "", _("conceded"));
    html_element(out, "th", "", _("decisions"));
    html_element(out, "th", "", _("costly"));
    for (int grade = 1; scale->graded && grade < HRA_GRADES; grade++)
        html_element(out, "th", "", term_review_sign((hra_grade)grade));
    html_element(out, "th", "", review_rate_name(scale));
    for (int type = 0; types && types[type]; type++)
        html_element(out, "th", "", _(types[type]));
    if (scale->measure != HRA_MEASURE_NONE)
        html_element(out, "th", "", _("accuracy"));
}

static void add_seat(const review_game *g, const review_scale *scale, int seat, hra_text *out) {
    const char *const *types = game_of(g)->rules->conduct->decision_types;
    hra_review_summary a;
    hra_review_seat(g->review, seat, &a);
    hra_text_add(out, "<tr><td class=\"w\">");
    add_who(g, seat, out);
    hra_text_add(out, "</td>");
    review_html_value(out, scale, "", a.result);
    if (game_of(g)->max_chances)
        review_html_value(out, scale, "+", a.luck);
    review_html_value(out, scale, "", a.loss);
    if (term_review_conceded(g->review))
        review_html_value(out, scale, "+", a.conceded);
    review_html_count(out, a.decisions);
    review_html_count(out, a.mistakes);
    for (int grade = 1; scale->graded && grade < HRA_GRADES; grade++)
        review_html_count(out, a.graded[grade]);
    review_html_rate(out, scale, a.decisions, a.loss, a.scaled);
    for (int type = 0; types && types[type]; type++)
        review_html_rate(out, scale, a.types[type].decisions, a.types[type].loss, a.types[type].scaled);
    if (scale->measure != HRA_MEASURE_NONE)
        review_html_percent(out, a.accuracy);
    hra_text_add(out, "</tr>\n");
}

static void add_sums(const review_game *g, hra_text *out) {
    const review_scale scale = review_scale_of(g->review);
    hra_text_add(out, "<div class=\"wide\"><table><thead><tr>");
    add_heads(g, &scale, out);
    hra_text_add(out, "</tr></thead>\n<tbody>");
    for (int seat = 0; seat < game_of(g)->seats; seat++)
        add_seat(g, &scale, seat, out);
    hra_text_add(out, "</tbody></table></div>\n");
}

/* A line of the list of games. */
static void add_listed(const review_game *g, hra_text *out) {
    const hra_play_info *info = hra_record_info(g->record);
    const review_scale scale = review_scale_of(g->review);
    hra_text_addf(out, "<tr><td><a href=\"#g%d\">%d</a></td><td class=\"w\">", g->index + 1, g->index + 1);
    add_players(g, out);
    hra_text_add(out, "</td><td class=\"w\">");
    html_text(out, info->date);
    hra_text_add(out, "</td><td>");
    for (int seat = 0; seat < game_of(g)->seats; seat++) {
        hra_review_summary a;
        hra_review_seat(g->review, seat, &a);
        hra_text_add(out, seat ? " : " : "");
        review_add_rate(&scale, a.decisions, a.loss, a.scaled, out);
    }
    hra_text_add(out, "</td></tr>\n");
}

static void game(review_writer *w, const review_game *g) {
    report *r = w->self;
    hra_text_clear(&r->cards);
    hra_text_clear(&r->moves);
    r->costly = 0;
    if (g->index == 0)
        hra_text_add(&r->title, _(game_of(g)->rules->text->title));
    if (review_boards_game(&r->boards, g->review) != 0)
        w->out.err = HRA_ENOMEM;
    hra_text_addf(&r->games, "<section id=\"g%d\"><h2>", g->index + 1);
    if (g->index)
        hra_text_addf(&r->games, "%d. ", g->index + 1);
    else
        r->first_head = r->games.length;
    add_players(g, &r->games);
    hra_text_add(&r->games, "</h2>\n");
    add_about(g, &r->games);
    review_html_graph(g, &r->games);
    add_sums(g, &r->games);
    add_listed(g, &r->list);
}

/* ---- a decision -----------------------------------------------------------------------------*/

static void add_term(hra_text *out, const char *term) {
    html_element(out, "dt", "", term);
    hra_text_add(out, "<dd>");
}

static void add_facts(const review_game *g, const review_scale *scale, const hra_review_move *at,
                      hra_text *out) {
    const int roll = review_roll_of(g->review, at->ply);
    hra_text_add(out, "<dl>");
    if (roll >= 0) {
        add_term(out, _("rolled"));
        add_move(g, roll, hra_review_ply(g->review, roll)->move, out);
        hra_text_add(out, "</dd>");
    }
    add_term(out, _("played"));
    hra_text_add(out, "<span class=\"made\">");
    add_move(g, at->ply, at->move, out);
    hra_text_add(out, "</span></dd>");
    if (at->better) {
        add_term(out, _("best"));
        hra_text_add(out, "<span class=\"best\">");
        add_move(g, at->ply, at->best, out);
        hra_text_add(out, "</span></dd>");
    }
    add_term(out, _("loss"));
    review_add_value(scale, "", term_review_cost(at, g->review), out);
    hra_text_add(out, "</dd>");
    add_term(out, _("value"));
    review_add_value(scale, "", review_value_before(g->review, at->mover, at->ply), out);
    hra_text_add(out, " → ");
    review_add_value(scale, "", at->values[at->mover], out);
    hra_text_add(out, "</dd></dl>\n");
}

/* What would have followed the best move. */
static void add_line(const review_game *g, const hra_review_move *at, hra_text *out) {
    hra_text text;
    if (at->line_length < 2)
        return;
    hra_text_init(&text);
    term_review_line(g->review, at, ", ", LINE_SHOWN, &text);
    hra_text_add(out, "<p class=\"line\">");
    html_text(out, _("best line: "));
    html_foreign(out, hra_text_string(&text));
    hra_text_add(out, "</p>\n");
    review_html_release(&text, out);
}

static void add_stakes(const review_game *g, const review_scale *scale, const hra_review_move *at,
                       hra_text *out) {
    const char *const *actions = game_of(g)->rules->conduct->stake_actions;
    if (!at->stake_action_count)
        return;
    hra_text_add(out, "<table><thead><tr>");
    for (int i = 0; i < at->stake_action_count; i++)
        html_element(out, "th", "", _(actions[i]));
    hra_text_add(out, "</tr></thead><tbody><tr>");
    for (int i = 0; i < at->stake_action_count; i++)
        review_html_value(out, scale, "+", at->stake_action[i]);
    hra_text_add(out, "</tr></tbody></table>\n");
}

static void add_card(review_writer *w, const review_game *g, const hra_review_move *at) {
    report *r = w->self;
    hra_text *out = &r->cards, turn;
    const review_scale scale = review_scale_of(g->review);
    const char *sign = term_review_sign(at->grade);
    hra_text_add(out, "<article class=\"decision\" id=\"");
    review_html_id(g, at->ply, out);
    hra_text_add(out, "\"><div class=\"board\">");
    if (r->boards.scene)
        review_boards_draw(&r->boards, g->review, at->ply, out);
    hra_text_addf(out, "</div>\n<div class=\"facts\"><h3><span class=\"sign s%d\"", (int)at->grade);
    if (*sign) {
        hra_text_add(out, " title=\"");
        html_text(out, review_html_grade(at->grade));
        hra_text_add_char(out, '"');
    }
    hra_text_addf(out, ">%s</span>", *sign ? sign : "–");
    hra_text_init(&turn);
    hra_text_addf(&turn, "%s ", g->places ? _("move") : _("turn"));
    term_review_add_place(g->places, at, 0, &turn);
    html_text(out, hra_text_string(&turn));
    review_html_release(&turn, out);
    hra_text_add(out, ", ");
    add_who(g, at->mover, out);
    hra_text_add(out, "</h3>");
    add_facts(g, &scale, at, out);
    add_stakes(g, &scale, at, out);
    add_line(g, at, out);
    hra_text_add(out, "</div></article>\n");
    r->costly++;
}

/* A line of the table of all moves. */
static void add_moved(review_writer *w, const review_game *g, const hra_review_move *at) {
    hra_text *out = &((report *)w->self)->moves;
    const review_scale scale = review_scale_of(g->review);
    const hra_game *rules = game_of(g);
    int seat = at->mover < 0 ? at->owner : at->mover;
    hra_text_add(out, "<tr><td>");
    term_review_add_place(g->places, at, 0, out);
    hra_text_add(out, "</td>");
    if (rules->seats > 1)
        html_element(out, "td", "w", hra_game_seat_name(rules, seat));
    const bool roll = term_review_is_roll(g->review, at);
    hra_text_add(out, roll ? "<td class=\"w\">* " : "<td class=\"w\">");
    add_move(g, at->ply, at->move, out);
    hra_text_add(out, "</td>");
    if (roll)
        review_html_value(out, &scale, "+", at->gain[seat]);
    else
        hra_text_add(out, rules->max_chances ? "<td></td>" : "");
    if (at->mover >= 0)
        review_html_value(out, &scale, "", term_review_cost(at, g->review));
    else
        hra_text_add(out, "<td></td>");
    review_html_value(out, &scale, "", at->values[seat]);
    hra_text_add(out, "</tr>\n");
}

static void decision(review_writer *w, const review_game *g, int ply) {
    const hra_review_move *at = hra_review_ply(g->review, ply);
    if (at->mover >= 0 && at->mistake)
        add_card(w, g, at);
    if (w->all->all_moves)
        add_moved(w, g, at);
}

static void add_all_moves(const report *r, const hra_game *game, hra_text *out) {
    hra_text_add(out, "<details open>");
    html_element(out, "summary", "", _("All moves"));
    hra_text_add(out, "<div class=\"wide\"><table><thead><tr>");
    html_element(out, "th", "", _("turn"));
    if (game->seats > 1)
        html_element(out, "th", "w", _("player"));
    html_element(out, "th", "w", _("move"));
    if (game->max_chances)
        html_element(out, "th", "", _("luck"));
    html_element(out, "th", "", _("loss"));
    html_element(out, "th", "", _("value"));
    hra_text_add(out, "</tr></thead>\n<tbody>");
    hra_text_add(out, hra_text_string(&r->moves));
    hra_text_add(out, "</tbody></table></div></details>\n");
}

static void game_end(review_writer *w, const review_game *g) {
    report *r = w->self;
    if (!r->costly)
        html_element(&r->games, "p", "", _("No decision had a loss."));
    else {
        hra_text_add(&r->games, "<div class=\"decisions\">\n");
        hra_text_add(&r->games, hra_text_string(&r->cards));
        hra_text_add(&r->games, "</div>\n");
    }
    if (r->moves.length)
        add_all_moves(r, game_of(g), &r->games);
    hra_text_add(&r->games, "</section>\n");
    review_boards_game_end(&r->boards);
    check(&w->out, &r->cards);
    check(&w->out, &r->moves);
    check(&w->out, &r->games);
    check(&w->out, &r->list);
}

/* ---- the page -------------------------------------------------------------------------------*/

static void add_title(review_writer *w, const report *r) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, _n("%d game", "%d games", w->all->games), w->all->games);
    hra_text_add(&w->out, "<header>");
    html_element(&w->out, "h1", "", hra_text_string(&r->title));
    html_element(&w->out, "p", "quiet", hra_text_string(&line));
    hra_text_add(&w->out, "</header>\n");
    review_html_release(&line, &w->out);
}

static void add_games(review_writer *w, const report *r) {
    hra_text *out = &w->out;
    if (w->all->games < 2 || !w->all->games_too)
        return;
    hra_text_add(out, "<section>");
    html_element(out, "h2", "", _("Games"));
    hra_text_add(out, "<div class=\"wide\"><table><thead><tr><th>#</th>");
    html_element(out, "th", "w", _("players"));
    html_element(out, "th", "w", _("date"));
    html_element(out, "th", "", _("error rate"));
    hra_text_add(out, "</tr></thead>\n<tbody>");
    hra_text_add(out, hra_text_string(&r->list));
    hra_text_add(out, "</tbody></table></div></section>\n");
}

static void add_sections(const review_writer *w, const report *r, hra_text *out) {
    const size_t head = w->all->games > 1 ? r->first_head : 0;
    hra_text_add_bytes(out, hra_text_string(&r->games), head);
    hra_text_add(out, head ? "1. " : "");
    hra_text_add(out, hra_text_string(&r->games) + head);
}

/* What numbers and signs mean. */
static void add_notes(review_writer *w) {
    hra_text *out = &w->out;
    hra_text_add(out, "<footer class=\"quiet\">");
    html_element(
        out, "p", "",
        _("Loss: the value of the best move minus the value of the move made. On boards the dashed arrow is "
          "the move made, the full one the best move."));
    html_element(
        out, "p", "",
        _("?! inaccuracy, ? error, ?? blunder. PR: 500 times the mean loss, divided by the stakes."));
    hra_text_add(out, "</footer>\n");
}

static void end(review_writer *w) {
    report *r = w->self;
    hra_text *out = &w->out, title;
    const char *style[REVIEW_HTML_STYLES + 1];
    hra_text boards;
    hra_text_init(&boards);
    hra_text_init(&title);
    hra_scene_svg(NULL, &(hra_svg_options){.kind = HRA_SVG_STYLE}, &boards);
    for (int i = 0; i < REVIEW_HTML_STYLES; i++)
        style[i] = review_html_style[i];
    style[REVIEW_HTML_STYLES] = hra_text_string(&boards);
    if (!r->title.length) /* of lists alone */
        hra_text_add(&r->title, _(w->all->totals.rows[0].rules->text->title));
    hra_text_addf(&title, "%s – hra", hra_text_string(&r->title));
    html_begin(out, hra_text_string(&title), style, REVIEW_HTML_STYLES + 1);
    add_title(w, r);
    hra_text_add(out, "<svg class=\"shared\" aria-hidden=\"true\"><defs>\n");
    hra_text_add(out, hra_text_string(&r->boards.shared));
    hra_text_add(out, "</defs></svg>\n<main>\n");
    review_html_players(w->all, out);
    if (review_totals_trend(&w->all->totals, w->all->period))
        review_html_trend(w->all, out);
    add_games(w, r);
    add_sections(w, r, out);
    review_html_luck(w->all, out);
    hra_text_add(out, "</main>\n");
    add_notes(w);
    html_end(out);
    check(out, &r->title);
    review_html_release(&title, out);
    review_html_release(&boards, out);
}

const review_format review_html = {.name = "html",
                                   .endings = ".html .htm",
                                   .lists = true,
                                   .self_size = sizeof(report),
                                   .begin = init,
                                   .game = game,
                                   .decision = decision,
                                   .game_end = game_end,
                                   .end = end,
                                   .release = release};
