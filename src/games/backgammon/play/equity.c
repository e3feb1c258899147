/* What the chances of a game are worth with the cube and the score as they are.
 *
 * Rick Janowski, "Take-Points in Money Games" (1993): a cube that is never turned again is worth nothing
 * beyond the game ("dead"), one that is turned just where the other side may as well drop is worth most
 * ("live"), and the truth is between them. Between the points at which one side or the other would double
 * and be indifferent, the live value is a straight line; beyond them, where one is too good to double, it is
 * one to what is won in play. How often a win is a gammon is taken to stay the same however likely the win
 * becomes, as Janowski does. Without gammons that doubles for money from 69 % and takes from 21 %.
 *
 * In a match points are worth the chance to win it. That is computed backwards from the end of the match, by
 * the same lines at a chance of one half, with the six numbers of `table`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/backgammon/rules/backgammon.h"

static const double life = 0.68;

/* What a game is like whose course is not known yet, for the table of match equities. The numbers were chosen so that
 * the table comes near to Neil Kazaross's of 2011, which eXtreme Gammon rolled out: within 0.0015 at every score up to 25 points. */
static const struct {
    double gammons, backgammons; /* shares of the wins, the first with the second */
    double life, narrow; /* of the cube, where it is of use for 0.6 of all chances, and what each less adds */
    double again;        /* of the cube that is turned again */
    double opening;      /* most that a chance to win is away from one half when the leader may first drop */
} table = {
    .gammons = 0.288, .backgammons = 0.011, .life = 0.69, .narrow = 1.14, .again = 0.78, .opening = 0.078};

/* Who should double now and then does not: a trace of that, so that plays behind which the other side doubles
 * and everybody drops are not all the same. */
static const double slip = 1.0 / 64;

/* ---- what points are worth ------------------------------------------------------------------*/

static double *cell(const bg_setup *setup, int own, int other) {
    return &setup->chances[(own - 1) * setup->match + other - 1];
}

/* Who lacks n points behind one who lacks one: with the cube, so that he doubles at once, .. */
static double catch_up(const bg_setup *setup, int n) {
    return n > 0 ? *cell(setup, n, 1) : 1;
}

/* .. and in the game without cube before that. */
static double catch_up_bare(const bg_setup *setup, int n) {
    return *cell(setup, 1, n);
}

/* The shares of gammons, and of backgammons, among all wins in the table. */
static double table_gammons(const bg_setup *setup) {
    return setup->gammons ? table.gammons : 0;
}

static double table_backgammons(const bg_setup *setup) {
    return setup->gammons ? table.backgammons : 0;
}

/* The chance of who lacks n points against one, if half of the games are won, at `points` each. */
static double catch_up_by(const bg_setup *setup, int n, int points) {
    const double gammons = table_gammons(setup), backgammons = table_backgammons(setup);
    return ((1 - gammons) * catch_up(setup, n - points) +
            (gammons - backgammons) * catch_up(setup, n - 2 * points) +
            backgammons * catch_up(setup, n - 3 * points)) /
           2;
}

/* What the leader gains by dropping a double that comes at once: the mean of what it would lose beyond `drop` by playing on, where
 * the other side's chance to win has a triangular distribution around one half and is worth `whole` if it is 1. */
static double free_drop(double whole, double drop) {
    const double above = drop / whole - 0.5, width = table.opening;
    const double most = fmax(width - fmax(above, 0), 0);
    return whole * most * most * most / (6 * width * width);
}

static void fill_edges(const bg_setup *setup) {
    *cell(setup, 1, 1) = 0.5;
    for (int n = 2; n <= setup->match; n++) {
        const double value = catch_up_by(setup, n, setup->cube ? 2 : 1);
        *cell(setup, n, 1) = setup->cube ? value - free_drop(2 * value, catch_up(setup, n - 1)) : value;
    }
    for (int n = 2; n <= setup->match; n++)
        *cell(setup, 1, n) = catch_up_by(setup, n, 1);
}

/* When the score is `own` and `other` to go, before the next game. */
static double chance_at(const bg_setup *setup, int own, int other, bool bare) {
    if (own <= 0 || other <= 0)
        return own <= 0;
    if (own == 1 && other == 1)
        return 0.5;
    if (other == 1)
        return bare ? catch_up_bare(setup, own) : catch_up(setup, own);
    if (own == 1)
        return 1 - (bare ? catch_up_bare(setup, other) : catch_up(setup, other));
    return *cell(setup, own, other);
}

double bg_match_chance(const bg_setup *setup, int own, int other) {
    return chance_at(setup, own, other, setup->crawford);
}

/* A game, and what it counts for. */
typedef struct stakes {
    const bg_setup *setup;
    double life, again; /* of the cube, and of the next one when it is turned again: 0 dead, 1 live */
    int need[2];        /* points to go; of a match */
    double gammons[2], backgammons[2]; /* shares of each seat's wins, the first with the second */
} stakes;

/* The value for `seat` if it wins (or loses) this number of points. */
static double gain(const stakes *k, int seat, bool wins, int points) {
    if (!k->setup->match)
        return wins ? points : -points;
    int own = k->need[seat], other = k->need[!seat];
    bool bare = !k->setup->cube || (k->setup->crawford && own > 1 && other > 1);
    return 2 * chance_at(k->setup, own - (wins ? points : 0), other - (wins ? 0 : points), bare) - 1;
}

static double gain_in_play(const stakes *k, int seat, bool wins, int points) {
    const int winner = wins ? seat : !seat;
    const double gammons = k->gammons[winner], backgammons = k->backgammons[winner];
    return (1 - gammons) * gain(k, seat, wins, points) +
           (gammons - backgammons) * gain(k, seat, wins, 2 * points) +
           backgammons * gain(k, seat, wins, 3 * points);
}

/* Whether gammons count that are won before the cube is turned. */
static bool gammons_count(const stakes *k, int owner) {
    return !k->setup->jacoby || k->setup->match || owner != BG_MIDDLE;
}

/* ---- the cube -------------------------------------------------------------------------------*/

static bool is_of_use(const stakes *k, int seat, int cube) {
    return cube < k->setup->limit && (!k->setup->match || k->need[seat] > 1 << cube);
}

/* The chance at which taking is worth as much as dropping, where it is worth `high` at the chance `top`, `low` at 0. */
static double takes_at(double low, double drop, double high, double top) {
    return high > low ? fmin(fmax((drop - low) / (high - low) * top, 0), 1) : 0;
}

/* The chance of the doubler at which the other side may as well drop as take, and so own a live cube. */
static double cash_point(const stakes *k, int doubler, int cube) {
    int taker = !doubler, doubled = 2 << cube;
    bool again = is_of_use(k, taker, cube + 1);
    double top = again ? cash_point(k, taker, cube + 1) : 1;
    double high = again ? gain(k, taker, true, doubled) : gain_in_play(k, taker, true, doubled);
    double low = gain_in_play(k, taker, false, doubled), drop = gain(k, taker, false, doubled / 2);
    const double live = takes_at(low, drop, high, top);
    return 1 -
           (k->again * live + (1 - k->again) * takes_at(low, drop, gain_in_play(k, taker, true, doubled), 1));
}

/* A straight line of which two points are known, at x; where they are one point, its value. */
static double between(double from, double low, double to, double high, double x) {
    return to > from ? low + (high - low) * (x - from) / (to - from) : high;
}

/* To White, whose chance this is. */
static double hold(const stakes *whole, int cube, int owner, double given) {
    const double chance = fmin(fmax(given, 0), 1); /* as a sum it may be beyond by rounding */
    stakes plain = {.setup = whole->setup,
                    .life = whole->life,
                    .again = whole->again,
                    .need = {whole->need[0], whole->need[1]}};
    const stakes *k = gammons_count(whole, owner) ? whole : &plain;
    bool up = (owner == BG_MIDDLE || owner == BG_WHITE) && is_of_use(k, BG_WHITE, cube);
    bool down = (owner == BG_MIDDLE || owner == BG_BLACK) && is_of_use(k, BG_BLACK, cube);
    double lost = gain_in_play(k, BG_WHITE, false, 1 << cube),
           won = gain_in_play(k, BG_WHITE, true, 1 << cube);
    double dead = lost + (won - lost) * chance;
    double from = down ? 1 - cash_point(whole, BG_BLACK, cube) : 0,
           to = up ? cash_point(whole, BG_WHITE, cube) : 1;
    double low = down ? gain(k, BG_WHITE, false, 1 << cube) : lost,
           high = up ? gain(k, BG_WHITE, true, 1 << cube) : won;
    double live = chance < from ? between(0, lost, from, low, chance)
                  : chance > to ? between(to, high, 1, won, chance)
                                : between(from, low, to, high, chance);
    return fmin(fmax((1 - k->life) * dead + k->life * live, lost),
                won); /* rounding aside it lies there anyway */
}

static double share(double part, double whole) {
    return whole > 0 ? fmin(fmax(part / whole, 0), 1) : 0;
}

/* What is played for in this game, and by which chances. */
static stakes stakes_of(const bg_setup *setup, const bg_state *s, const bg_chances *chances) {
    stakes k = {.setup = setup,
                .life = life,
                .again = 1,
                .need = {setup->match - s->score[0], setup->match - s->score[1]}};
    for (int seat = 0; seat < 2 && setup->gammons; seat++) {
        double wins = seat == BG_WHITE ? chances->wins : 1 - chances->wins;
        k.gammons[seat] = share(chances->gammons[seat], wins);
        k.backgammons[seat] = fmin(share(chances->backgammons[seat], wins), k.gammons[seat]);
    }
    return k;
}

static bool prefers(int seat, double a, double b) { /* both to White */
    return seat == BG_WHITE ? a > b : a < b;
}

/* To White, when `turn` has doubled, or the other side has redoubled at once. Who may do so is taken to get
 * the cube at four times what it showed: to drop then costs more than to play on. */
static double offered(const stakes *k, const bg_state *s, double chance) {
    int asked = s->phase == BG_BEAVERED ? s->turn : !s->turn;
    double drop = gain(k, BG_WHITE, asked == BG_BLACK, 1 << s->cube);
    double take = hold(k, s->cube + 1, !s->turn, chance);
    double best = prefers(asked, drop, take) ? drop : take;
    if (s->phase != BG_BEAVERED && k->setup->beavers && s->cube + 2 <= k->setup->limit) {
        double beaver = hold(k, s->cube + 2, !s->turn, chance);
        best = prefers(asked, beaver, best) ? beaver : best;
    }
    return best;
}

/* A game of a match begins, the first one or after one that has ended. Nothing is known of it but the score, so
 * it is worth what the table of match equities says. */
static bool is_next_game(const bg_setup *setup, const bg_state *s) {
    return setup->match && s->phase == BG_OPENING && memcmp(&s->board, &setup->start, sizeof s->board) == 0;
}

/* To White. */
static double at_the_score(const bg_setup *setup, const bg_state *s) {
    const int white = setup->match - s->score[BG_WHITE], black = setup->match - s->score[BG_BLACK];
    return 2 * chance_at(setup, white, black, s->owner == BG_NOBODY) - 1;
}

bool bg_settled(const hra_game *game, const void *state, double *out) {
    const bool settled = is_next_game(game->data, state);
    if (settled && out) {
        out[BG_WHITE] = at_the_score(game->data, state);
        out[BG_BLACK] = -out[BG_WHITE];
    }
    return settled;
}

double bg_equity(const bg_setup *setup, const bg_state *s, const bg_chances *chances) {
    if (is_next_game(setup, s))
        return at_the_score(setup, s);
    const stakes k = stakes_of(setup, s, chances);
    if (s->phase == BG_DOUBLED || s->phase == BG_BEAVERED)
        return offered(&k, s, chances->wins);
    double held = hold(&k, s->cube, s->owner, chances->wins);
    double turned = s->phase == BG_DOUBLING ? offered(&k, s, chances->wins) : held;
    return prefers(s->turn, turned, held) ? turned + slip * (held - turned) : held;
}

/* ---- the window -----------------------------------------------------------------------------*/

/* What somebody gains at a chance to win of `doubler`, to it. */
typedef double gain_at(const stakes *k, const bg_state *s, int doubler, double chance);

static double white_chance(int doubler, double chance) {
    return doubler == BG_WHITE ? chance : 1 - chance;
}

static double by_doubling(const stakes *k, const bg_state *s, int doubler, double chance) {
    double white = white_chance(doubler, chance);
    double more = offered(k, s, white) - hold(k, s->cube, s->owner, white);
    return doubler == BG_WHITE ? more : -more;
}

static double by_a_take(const stakes *k, const bg_state *s, int doubler, double chance) {
    double taken = hold(k, s->cube + 1, !doubler, white_chance(doubler, chance));
    return (doubler == BG_WHITE ? taken : -taken) - gain(k, doubler, true, 1 << s->cube);
}

/* The least chance from `from` on at which the gain has come to 0 or above, or with `falls` below it; not a
 * number: none. */
static double crossing(gain_at *gains, const stakes *k, const bg_state *s, int doubler, double from,
                       bool falls) {
    enum { STEPS = 200, HALVINGS = 40 };
    double low = from, high = from;
    while ((gains(k, s, doubler, high) < 0) != falls) {
        if (high >= 1)
            return (double)NAN;
        low = high;
        high = fmin(high + 1.0 / STEPS, 1);
    }
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        bool beyond = (gains(k, s, doubler, middle) < 0) == falls;
        low = beyond ? low : middle;
        high = beyond ? middle : high;
    }
    return high;
}

bool bg_window_of(const bg_setup *setup, const bg_state *state, const bg_chances *chances, bg_window *out) {
    stakes k = stakes_of(setup, state, chances);
    bg_state s = *state;
    const double lives[] = {life, 0, 1};
    if (s.phase != BG_DOUBLING && s.phase != BG_DOUBLED)
        return false;
    s.phase = BG_DOUBLED;
    out->chance = white_chance(s.turn, chances->wins);
    out->from = crossing(by_doubling, &k, &s, s.turn, 0, false);
    out->beyond = isnan(out->from) ? out->from : crossing(by_doubling, &k, &s, s.turn, out->from, true);
    out->drop = crossing(by_a_take, &k, &s, s.turn, 0, false);
    for (int i = 0; i < 3; i++) {
        k.life = lives[i];
        out->take[i] = 1 - crossing(by_a_take, &k, &s, s.turn, 0, false);
    }
    return true;
}

double bg_cube_worth(const bg_setup *setup, const bg_state *s) {
    const stakes k = stakes_of(setup, s, &(bg_chances){.wins = 0.5});
    const int cube = 1 << s->cube;
    double worth = (gain(&k, BG_WHITE, true, cube) - gain(&k, BG_WHITE, false, cube)) / 2;
    return worth > 0 ? worth : 1; /* a match that is over is played for nothing */
}

void bg_gammon_prices(const bg_setup *setup, const bg_state *s, int seat, double prices[2]) {
    const stakes k = stakes_of(setup, s, &(bg_chances){.wins = 0.5});
    const int cube = 1 << s->cube;
    const double won = gain(&k, seat, true, cube), lost = gain(&k, seat, false, cube),
                 half = (won - lost) / 2;
    const bool count = setup->gammons && gammons_count(&k, s->owner) && half > 0;
    prices[0] = count ? (gain(&k, seat, true, 2 * cube) - won) / half : 0;
    prices[1] = count ? (lost - gain(&k, seat, false, 2 * cube)) / half : 0;
}

/* The chances at this score, before the game. */
static double at_score(const bg_setup *setup, int own, int other) {
    const double gammons = table_gammons(setup), backgammons = table_backgammons(setup);
    stakes k = {.setup = setup,
                .again = table.again,
                .need = {own, other},
                .gammons = {gammons, gammons},
                .backgammons = {backgammons, backgammons}};
    const double from = is_of_use(&k, BG_BLACK, 0) ? 1 - cash_point(&k, BG_BLACK, 0) : 0,
                 to = is_of_use(&k, BG_WHITE, 0) ? cash_point(&k, BG_WHITE, 0) : 1;
    k.life = fmin(fmax(table.life + table.narrow * (0.6 - (to - from)), 0), 1);
    return (1 + hold(&k, 0, setup->cube ? BG_MIDDLE : BG_NOBODY, 0.5)) / 2;
}

hra_err bg_open_chances(bg_setup *setup, hra_error *why) {
    size_t n = (size_t)setup->match;
    setup->chances = calloc(n * n, sizeof *setup->chances);
    if (!setup->chances)
        return hra_no_memory(why);
    fill_edges(setup);
    for (int other = 2; other <= setup->match; other++)
        for (int own = 2; own <= other; own++) {
            const double chance = at_score(setup, own, other);
            *cell(setup, own, other) = chance;
            *cell(setup, other, own) = 1 - chance;
        }
    return HRA_OK;
}
