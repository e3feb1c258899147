/* The options, the doubling cube, and the games of a match.
 *
 * A game is worth the cube, twice or three times that with a gammon or a backgammon. By default there is one
 * game, which returns its points. With the option match-length=N games follow until a side has N points, and
 * the result is who has won. A side that may double is asked before each throw. There is no decision if the
 * cube belongs to the other side, is at its limit, or is of no more use to the side that would double.
 *
 * Crawford: when a side first reaches N - 1, the next game is played without the cube. The score at the
 * beginning of a game determines whether that has happened, so the state only stores the owner of the
 * cube. */
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "eval.h"

/* ---- options --------------------------------------------------------------------------------*/

const hra_option bg_options[] = {
    {.name = "checkers",
     .type = HRA_OPTION_CHOICE,
     .fallback = "15",
     .choices = "15|3|2|1",
     .help = "checkers per player (3: hypergammon, from 24, 23 and 22)"},
    {.name = "variation",
     .type = HRA_OPTION_CHOICE,
     .fallback = "standard",
     .choices = "standard|nackgammon",
     .help = "starting position; nackgammon has two checkers on 23"},
    {.name = "gammons",
     .type = HRA_OPTION_FLAG,
     .fallback = "yes",
     .help = "gammons count 2, backgammons 3 (no: every game counts 1)"},
    {.name = "cube", .type = HRA_OPTION_FLAG, .help = "use the doubling cube (default: in points matches)"},
    {.name = "max-cube",
     .type = HRA_OPTION_INT,
     .fallback = "64",
     .min = 0,
     .max = 1024,
     .help = "maximum cube value, a power of 2 (0: no limit)"},
    {.name = "jacoby",
     .type = HRA_OPTION_FLAG,
     .fallback = "no",
     .help = "gammons count only after a double (money game)"},
    {.name = "beavers",
     .type = HRA_OPTION_FLAG,
     .fallback = "no",
     .help = "allow immediate redoubles (money game)"},
    {.name = "automatic-doubles",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = 3,
     .help = "at most N automatic doubles on equal opening dice (money game)"},
    {.name = "match-length",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = BG_MOST_MATCH,
     .help = "points of a match, played to its end (0: a single game)"},
    {.name = "score",
     .type = HRA_OPTION_TEXT,
     .fallback = "0-0",
     .help = "match score at the start, White-Black"},
    {.name = "crawford",
     .type = HRA_OPTION_CHOICE,
     .fallback = "yes",
     .choices = "yes|no|post",
     .help = "Crawford rule; post: the Crawford game is over (post-Crawford)"},
    {0},
};

static hra_err read_score(bg_setup *setup, const char *text, hra_error *why) {
    int score[2];
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    score[0] = hra_lines_digits(&l, 2);
    bool read = score[0] >= 0 && hra_lines_match(&l, "-");
    score[1] = read ? hra_lines_digits(&l, 2) : -1;
    if (score[1] < 0 || l.at < l.end)
        return hra_fail(why, HRA_EINPUT, -1, "score=%s: expected the points of White and Black, as in 2-5",
                        text);
    for (int seat = 0; seat < 2; seat++) {
        if (setup->match ? score[seat] >= setup->match : score[seat] > 0)
            return setup->match ? hra_fail(why, HRA_EINPUT, -1, "score=%s: %d points end a match of %d", text,
                                           score[seat], setup->match)
                                : hra_fail(why, HRA_EINPUT, -1,
                                           "score=%s needs a points match: match-length=7,score=2-5", text);
        setup->score[seat] = (uint8_t)score[seat];
    }
    return HRA_OK;
}

/* Options that say nothing without another one are slips. */
static hra_err check_options(const bg_setup *setup, const hra_options *chosen, hra_error *why) {
    static const char *const of_money[] = {"jacoby", "beavers", "automatic-doubles"};
    if (setup->limit < BG_NO_LIMIT &&
        (!setup->limit || 1 << setup->limit != hra_options_int(chosen, "max-cube")))
        return hra_fail(why, HRA_EINPUT, -1, "max-cube=%d: the cube shows 2, 4, 8 and so on",
                        (int)hra_options_int(chosen, "max-cube"));
    bool money[] = {setup->jacoby, setup->beavers, setup->automatic > 0};
    for (int i = 0; i < 3; i++) {
        if (money[i] && setup->match)
            return hra_fail(why, HRA_EINPUT, -1, "%s is a rule of money games, not of points matches",
                            of_money[i]);
        if (money[i] && !setup->cube)
            return hra_fail(why, HRA_EINPUT, -1, "%s is a rule of the cube: add the option cube",
                            of_money[i]);
    }
    return HRA_OK;
}

static hra_err open_match(bg_setup *setup, const hra_options *chosen, hra_error *why) {
    hra_err err = read_score(setup, hra_options_text(chosen, "score"), why);
    if (err)
        return err;
    int crawford = hra_options_choice(chosen, "crawford");
    bool close =
        setup->match && (setup->score[0] == setup->match - 1) + (setup->score[1] == setup->match - 1) == 1;
    setup->crawford = crawford != 1;
    if (crawford == 2 &&
        !(setup->match && (setup->score[0] == setup->match - 1 || setup->score[1] == setup->match - 1)))
        return hra_fail(why, HRA_EINPUT, -1, "crawford=post: neither side lacks one point in score=%s",
                        hra_options_text(chosen, "score"));
    if (!setup->cube || (crawford == 0 && close))
        setup->owner = BG_NOBODY;
    return setup->match ? bg_open_chances(setup, why) : HRA_OK;
}

hra_err bg_open_cube(bg_setup *setup, const hra_options *chosen, hra_error *why) {
    setup->match = (int)hra_options_int(chosen, "match-length");
    setup->cube = hra_options_given(chosen, "cube") ? hra_options_flag(chosen, "cube") : setup->match > 0;
    setup->jacoby = hra_options_flag(chosen, "jacoby");
    setup->beavers = hra_options_flag(chosen, "beavers");
    setup->automatic = (int)hra_options_int(chosen, "automatic-doubles");
    setup->owner = BG_MIDDLE;
    while (2 << setup->limit <= hra_options_int(chosen, "max-cube"))
        setup->limit++;
    if (hra_options_int(chosen, "max-cube") == 0)
        setup->limit = BG_NO_LIMIT;
    hra_err err = check_options(setup, chosen, why);
    err = err ? err : open_match(setup, chosen, why);
    if (!setup->cube)
        setup->limit = 0;
    if (!setup->cube && !setup->match)
        setup->owner = 0; /* a state of a plain game holds no more than it did */
    return err;
}

/* ---- doubling -------------------------------------------------------------------------------*/

bool bg_may_double(const bg_setup *setup, const bg_state *s, int seat) {
    return (s->owner == BG_MIDDLE || s->owner == seat) && s->cube < setup->limit &&
           (!setup->match || setup->match - s->score[seat] > 1 << s->cube);
}

static bool may_beaver(const bg_setup *setup, const bg_state *s) {
    return setup->beavers && s->phase == BG_DOUBLED && s->cube + 2 <= setup->limit;
}

bool bg_opens_with_doubles(const bg_setup *setup, const bg_state *s) {
    return s->phase == BG_OPENING && s->cube < setup->automatic && s->cube < setup->limit;
}

int bg_cube_moves(const bg_setup *setup, const bg_state *s, hra_move *out) {
    bool doubling = s->phase == BG_DOUBLING;
    out[0] = doubling ? BG_ROLL : BG_TAKE;
    out[1] = doubling ? BG_DOUBLE : BG_DROP;
    if (!may_beaver(setup, s))
        return 2;
    out[2] = BG_BEAVER;
    return 3;
}

void bg_apply_cube(const bg_setup *setup, bg_state *s, hra_move m) {
    bool beavered = s->phase == BG_BEAVERED;
    switch (m) {
    case BG_ROLL:
        s->phase = BG_PLAYING;
        break;
    case BG_DOUBLE:
        s->phase = BG_DOUBLED;
        break;
    case BG_DROP:
        s->turn ^= beavered;
        bg_end_game(setup, s, BG_DROPPED);
        break;
    default:
        s->cube++;
        s->owner = !s->turn;
        s->phase = m == BG_BEAVER ? BG_BEAVERED : BG_PLAYING;
        break;
    }
}

const char *const bg_outlooks[] = {N_("no double"), N_("double, take"), N_("double, drop"), NULL};

/* The same three for who may double and for who is asked. */
bool bg_outlook(const hra_game *game, const void *state, int i, void *out) {
    bg_state *s = out;
    memcpy(s, state, sizeof *s);
    if (s->phase != BG_DOUBLING && s->phase != BG_DOUBLED)
        return false;
    s->phase = i == 0 ? BG_DOUBLING : BG_DOUBLED;
    bg_apply_cube(game->data, s, i == 0 ? BG_ROLL : i == 1 ? BG_TAKE : BG_DROP);
    return true;
}

/* In the order of bg_window. */
const char *const bg_margins[] = {N_("wins"),      N_("double from"), N_("too good from"), N_("drop from"),
                                  N_("take from"), N_("dead cube"),   N_("live cube"),     NULL};

bool bg_margin(const hra_game *game, const hra_evaluator *chances, const void *state, double *out) {
    const bg_state *s = state;
    bg_window window;
    bg_chances found;
    if (s->phase != BG_DOUBLING && s->phase != BG_DOUBLED)
        return false;
    bg_eval_chances(chances->self, chances->scratch, s, &found);
    (void)bg_window_of(bg_eval_setup(game, chances->self), s, &found, &window);
    const double told[] = {window.chance,  window.from,    window.beyond, window.drop,
                           window.take[0], window.take[1], window.take[2]};
    memcpy(out, told, sizeof told);
    return true;
}

const char *bg_cube_word(hra_move m) {
    static const char *const words[] = {N_("roll"), N_("double"), N_("take"), N_("drop"), N_("beaver")};
    return words[m - BG_ROLL];
}

void bg_next_turn(const bg_setup *setup, bg_state *s) {
    s->turn ^= 1;
    if (setup->cube)
        s->phase = bg_may_double(setup, s, s->turn) ? BG_DOUBLING : BG_PLAYING;
}

/* ---- games ----------------------------------------------------------------------------------*/

void bg_begin_game(const bg_setup *setup, bg_state *s) {
    s->board = setup->start;
    s->turn = s->cube = 0;
    s->phase = BG_OPENING;
}

bool bg_gammons_count(const bg_setup *setup, const bg_state *s) {
    return setup->gammons && !(setup->jacoby && s->owner == BG_MIDDLE);
}

int bg_points(const bg_setup *setup, const bg_state *s) {
    if (s->phase >= BG_CONCEDED)
        return (s->phase - BG_CONCEDED + 1) << s->cube;
    bool counts = s->phase != BG_DROPPED && bg_gammons_count(setup, s);
    return (counts ? bg_worth(&s->board, s->turn) : 1) << s->cube;
}

/* Adds points to the score of `turn`; the next game begins, if there is one. */
static void count_points(const bg_setup *setup, bg_state *s, int points) {
    if (!setup->match)
        return;
    int last = setup->match - 1, score = s->score[s->turn] + points;
    bool first = s->score[0] < last && s->score[1] < last;
    s->score[s->turn] = (uint8_t)(score > setup->match ? setup->match : score);
    if (score > last)
        return;
    s->owner = !setup->cube || (setup->crawford && first && score == last) ? BG_NOBODY : BG_MIDDLE;
    bg_begin_game(setup, s);
}

void bg_end_game(const bg_setup *setup, bg_state *s, int phase) {
    s->phase = (uint8_t)phase;
    count_points(setup, s, bg_points(setup, s));
}

/* ---- giving up --------------------------------------------------------------------------------*/

bool bg_concession(const hra_game *game, const void *state, hra_move m, int *seat) {
    const bg_setup *setup = game->data;
    const bg_state *s = state;
    int points = bg_conceded_points(m), most = (setup->gammons ? 3 : 1) << s->cube;
    if (!bg_is_concession(m) || points < 1 || points > most ||
        (!setup->match && points & ((1 << s->cube) - 1)))
        return false;
    if (seat)
        *seat = bg_conceding_seat(m);
    return true;
}

/* No more than the loser can still lose, and in a match than the winner needs. A higher cube makes no difference: who is
 * doubled can drop, and loses a single game. */
int bg_concessions(const hra_game *game, const void *state, int seat, hra_concession *out) {
    static const hra_concession kinds[] = {{.name = N_("single"), .said = N_("a single game")},
                                           {.name = N_("gammon"), .said = N_("a gammon")},
                                           {.name = N_("backgammon"), .said = N_("a backgammon")}};
    const bg_setup *setup = game->data;
    const bg_state *s = state;
    int most = bg_gammons_count(setup, s) ? bg_most_worth(&s->board, !seat) : 1, n = 0;
    if (bg_is_over(s))
        return 0;
    while (n < most && !(setup->match && n > 0 && setup->match - s->score[!seat] <= n << s->cube)) {
        out[n] = kinds[n];
        out[n].move = bg_concede(seat, (n + 1) << s->cube);
        n++;
    }
    return n;
}

void bg_apply_concession(const bg_setup *setup, bg_state *s, hra_move m) {
    int points = bg_conceded_points(m);
    s->turn = !bg_conceding_seat(m);
    s->high = s->low = 0;
    s->phase = (uint8_t)(BG_CONCEDED + (setup->match ? 0 : (points >> s->cube) - 1));
    count_points(setup, s, points);
}
