/* Positions that a check asks about, and what a program answers. */
#include <string.h>

#include "check.h"
#include "rules/game_properties.h"

enum { GAMES = 400 /* random ones in which a kind of position is looked for */, LISTED = 12 };

/* ---- positions ------------------------------------------------------------------------------*/

static int mover(const hra_checker *c) {
    return c->game->rules->to_move(c->game, c->state);
}

void hra_check_make(hra_checker *c, hra_move move) {
    if (c->count == HRA_CHECK_PLIES) {
        memcpy(c->begin, c->state, c->game->state_size);
        c->count = 0;
    }
    c->moves[c->count++] = move;
    c->game->rules->apply(c->game, c->state, move);
}

bool hra_check_random_move(hra_checker *c) {
    const int seat = mover(c);
    if (seat == HRA_OVER)
        return false;
    if (seat == HRA_CHANCE) {
        hra_check_make(c, hra_game_sample(c->game, c->state, &c->rng, c->list, c->probability));
        return true;
    }
    int count = hra_game_moves(c->game, c->state, c->list);
    if (count <= 0)
        return false;
    hra_check_make(c, c->list[hra_rng_below(&c->rng, (uint32_t)count)]);
    return true;
}

void hra_check_roll(hra_checker *c) {
    while (mover(c) == HRA_CHANCE)
        (void)hra_check_random_move(c);
}

static void begin(hra_checker *c) {
    if (c->uci)
        c->chess.start(c->game, c->state);
    else
        c->game->rules->init(c->game, c->state);
    memcpy(c->begin, c->state, c->game->state_size);
    c->count = 0;
    hra_check_roll(c);
}

/* Whether it is a decision of this kind, by the first play that there is. */
static bool is_of(hra_checker *c, hra_check_kind kind) {
    int dice[2];
    hra_text play;
    if (mover(c) < 0 || kind == HRA_CHECK_ANY)
        return mover(c) >= 0;
    c->words.dice(c->game, c->state, dice);
    if (kind == HRA_CHECK_DOUBLES)
        return dice[0] == dice[1];
    hra_text_init(&play);
    bool found = false;
    if (hra_game_moves(c->game, c->state, c->list) > 0) {
        c->words.play(c->game, c->state, c->list[0], &play);
        const char *text = hra_text_string(&play);
        found = kind == HRA_CHECK_BAR   ? strncmp(text, "bar", 3) == 0
                : kind == HRA_CHECK_OFF ? strstr(text, "off") != NULL
                                        : strcmp(text, "pass") == 0;
    }
    hra_text_release(&play);
    return found;
}

bool hra_check_find(hra_checker *c, hra_check_kind kind) {
    for (int game = 0; game < GAMES; game++) {
        begin(c);
        do
            if (is_of(c, kind))
                return true;
        while (hra_check_random_move(c));
    }
    return false;
}

bool hra_check_follow(hra_checker *c, const char *moves) {
    begin(c);
    for (size_t n; *moves; moves += n + (moves[n] == ' ')) {
        hra_move move;
        n = strcspn(moves, " ");
        if (!c->chess.find(c->game, c->state, moves, n, &move))
            return false;
        hra_check_make(c, move);
    }
    return true;
}

void hra_check_walk(hra_checker *c, int plies) {
    begin(c);
    for (int ply = 0; ply < plies; ply++) {
        hra_check_random_move(c);
        hra_check_roll(c);
        if (mover(c) < 0)
            begin(c);
    }
}

/* ---- questions ------------------------------------------------------------------------------*/

static bool say_id(hra_checker *c) {
    int dice[2];
    hra_text id;
    hra_text_init(&id);
    c->words.show(c->game, c->state, &id);
    c->words.dice(c->game, c->state, dice);
    bool good = hra_check_say(c, "position gnubgid %s", hra_text_string(&id)) &&
                hra_check_say(c, "dice %d %d", dice[0], dice[1]);
    hra_text_release(&id);
    return good;
}

/* A move as the protocol writes it. */
static void add_move(const hra_checker *c, const void *state, hra_move move, hra_text *out) {
    if (c->ubgi)
        c->words.play(c->game, state, move, out);
    else if (c->uci)
        c->chess.show(c->game, state, move, c->rook, out);
    else
        c->game->rules->text->show_move(c->game, state, move, out);
}

bool hra_check_position(hra_checker *c, hra_check_form form) {
    const hra_game *game = c->game;
    if (c->ubgi)
        return say_id(c);
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, form == HRA_CHECK_STARTPOS ? "position startpos" : "position fen ");
    if (form == HRA_CHECK_FEN)
        game->rules->text->write_position(game, c->begin, &line);
    memcpy(c->state, c->begin, game->state_size);
    for (int i = 0; i < c->count; i++) {
        hra_text_add(&line, i ? " " : " moves ");
        add_move(c, c->state, c->moves[i], &line);
        game->rules->apply(game, c->state, c->moves[i]);
    }
    bool good = hra_check_say(c, "%s", hra_text_string(&line));
    hra_text_release(&line);
    return good;
}

static void add_legal(hra_checker *c, hra_text *out) {
    int count = hra_game_moves(c->game, c->state, c->list);
    for (int i = 0; i < count && i < LISTED; i++) {
        hra_text_add(out, i ? ", " : "");
        add_move(c, c->state, c->list[i], out);
    }
    hra_text_add(out, count > LISTED ? ", ..." : "");
}

static bool is_legal(const hra_checker *c, const void *state, const char *text, hra_move *move) {
    if (c->uci)
        return c->chess.find(c->game, state, text, strlen(text), move);
    return c->game->rules->to_move(c->game, state) >= 0 &&
           hra_game_parse_move(c->game, state, text, move, NULL) == HRA_OK &&
           hra_game_check_move(c->game, state, *move) == HRA_OK && !hra_is_concession(c->game, state, *move);
}

static bool refuse_move(hra_checker *c, const char *text) {
    hra_move move;
    hra_text legal;
    hra_text_init(&legal);
    add_legal(c, &legal);
    const char *advice =
        !*text    ? N_("name a move after 'bestmove'")
        : c->ubgi ? N_("write a step for each die, such as '13/7 8/7', 'bar/20', '4/off' or 'pass'; use both "
                       "dice if "
                       "you can")
        : c->count && is_legal(c, c->begin, text, &move)
            ? N_("this move was legal before the moves after 'moves': make them first")
        : c->uci
            ? N_("write the two squares of a move, such as e2e4 and e7e8q; castling is e1g1, in Chess960 "
                 "e1h1")
            : N_("write the move as 'hra show GAME' and 'hra rules GAME' do, and read the whole position");
    hra_check_break(c, advice, N_("bestmove and one of: %s"), hra_text_string(&legal));
    hra_text_release(&legal);
    return false;
}

/* ---- answers --------------------------------------------------------------------------------*/

bool hra_check_answer(hra_checker *c, double seconds, hra_move *move) {
    char text[80];
    if (!hra_check_wait(c, "bestmove", seconds, N_("answer each 'go' with 'bestmove MOVE'")))
        return false;
    c->asked = false;
    (void)hra_snprintf(text, sizeof text, "%s", hra_check_after(c, "bestmove"));
    text[strcspn(text, c->ubgi ? "\r" : " \t\r")] = '\0';
    return is_legal(c, c->state, text, move) || refuse_move(c, text);
}

static bool ask(hra_checker *c, const char *limits, double *took, hra_move *move) {
    double began = hra_clock();
    c->asked = true;
    if (!hra_check_say(c, c->ubgi ? "go role chequer%s" : "go%s", limits) ||
        !hra_check_answer(c, c->how->timeout + c->how->seconds, move))
        return false;
    *took = hra_clock() - began;
    if (c->found.moves++ == 0)
        c->found.first_move = *took;
    else if (*took > c->found.slowest)
        c->found.slowest = *took;
    return true;
}

bool hra_check_go(hra_checker *c, const char *limits, hra_move *move) {
    double took;
    return ask(c, limits, &took, move);
}

bool hra_check_go_in_time(hra_checker *c, hra_move *move) {
    char limits[40], line[80];
    double took;
    const bool first = c->found.moves == 0;
    (void)hra_snprintf(limits, sizeof limits, " movetime %.0f", 1000 * c->how->seconds);
    if (!ask(c, limits, &took, move))
        return false;
    if (first || took <= c->how->seconds + c->how->margin)
        return true;
    (void)hra_snprintf(line, sizeof line, _("(after %.3G s)"), took);
    hra_text_addf(&c->came, "%s\n", line);
    return hra_check_break(
        c, N_("look at the clock while you think, and stop before 'movetime' milliseconds are over"),
        N_("a move within %.3G s, and %.3G s more"), c->how->seconds, c->how->margin);
}
