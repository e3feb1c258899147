/* Reading positions: words key=value in any order. What is not named is as at the beginning. */
#include <limits.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "pacman.h"

enum { LOWEST = 1000000 }; /* the lowest score that is read where rounds have no limit */

typedef struct reader {
    const pac_maze *maze;
    const char *text;
    int at;
    pac_state *s;
    hra_error *why;
} reader;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool take(reader *r, const char *word) {
    size_t length = strlen(word);
    if (strncasecmp(r->text + r->at, word, length) != 0)
        return false;
    r->at += (int)length;
    return true;
}

/* The value ends here. */
static bool ended(const reader *r) {
    return r->text[r->at] == '\0' || r->text[r->at] == ' ';
}

/* A number of one to seven digits; -1: none. */
static int take_number(reader *r) {
    int from = r->at, x = 0;
    while (is_digit(r->text[r->at]) && r->at - from < 7)
        x = 10 * x + (r->text[r->at++] - '0');
    return r->at > from ? x : -1;
}

static hra_err expected(const reader *r, int at, const char *what) {
    return hra_fail(r->why, HRA_EINPUT, at, "expected %s, found '%.16s'", _(what), r->text + at);
}

/* ---- values -----------------------------------------------------------------------------------*/

/* Whose turn it is, or how it ended. */
static hra_err read_turn(reader *r) {
    static const char *const ends[] = {"won", "lost", "undecided"};
    int from = r->at;
    if (take(r, "pacman") || take(r, "0")) {
        r->s->mover = 0;
    } else if (r->text[r->at] >= '1' && r->text[r->at] <= '0' + r->maze->ghosts) {
        r->s->mover = (int8_t)(r->text[r->at++] - '0');
    } else {
        r->s->mover = HRA_OVER;
        for (int i = 0; i < 3 && r->s->end == PAC_PLAYING; i++)
            if (take(r, ends[i]))
                r->s->end = (uint8_t)(PAC_WON + i);
        if (r->s->end == PAC_PLAYING)
            return expected(r, from, N_("turn=pacman, the number of a ghost, won, lost or undecided"));
    }
    return HRA_OK;
}

static hra_err read_score(reader *r) {
    int from = r->at;
    bool minus = take(r, "-");
    int x = take_number(r);
    if (x < 0)
        return expected(r, from, N_("a score of at most seven digits"));
    r->s->score = minus ? -x : x;
    return HRA_OK;
}

static hra_err read_round(reader *r) {
    int from = r->at, x = take_number(r);
    if (x < 0 || x > r->maze->limit)
        return hra_fail(r->why, HRA_EINPUT, from, "expected a round from 0 to the limit of %d, found '%.16s'",
                        r->maze->limit, r->text + from);
    r->s->round = (uint16_t)x;
    return HRA_OK;
}

/* A coordinate in half cells; -1: none that is in any maze. */
static int take_coordinate(reader *r) {
    int x = take_number(r);
    if (x < 0 || x >= PAC_SIDE)
        return -1;
    return 2 * x + (take(r, ".5") ? 1 : 0);
}

/* As write_position writes it; a ghost (k > 0) may be scared, and then between two cells. */
static hra_err read_agent(reader *r, int k) {
    static const char letters[] = "WXENS";
    int from = r->at, x = take_coordinate(r);
    int y = x >= 0 && take(r, ",") ? take_coordinate(r) : -1;
    if (y < 0)
        return expected(r, from, N_("a column and a line such as 3,2"));
    unsigned place = (unsigned)(y * PAC_ROW + x), ways = r->maze->ways[place];
    pac_agent a = {.place = (uint16_t)place, .direction = PAC_STOP};
    for (int m = 0; m < PAC_MOVES; m++)
        if (m != PAC_STOP && (r->text[r->at] | 32) == (letters[m] | 32))
            a.direction = (uint8_t)m;
    r->at += a.direction != PAC_STOP;
    if (k && take(r, ":")) {
        int timer = take_number(r);
        if (timer < 0 || timer > PAC_SCARED)
            return expected(r, from, N_("at most 40 steps to be scared, as in 3,2W:40"));
        a.timer = (uint8_t)timer;
    }
    unsigned line =
        ways & PAC_BETWEEN_X ? 1U << PAC_WEST | 1U << PAC_EAST : 1U << PAC_NORTH | 1U << PAC_SOUTH;
    bool between = ways & (PAC_BETWEEN_X | PAC_BETWEEN_Y);
    if (!ways || (between && !k))
        return expected(r, from, N_("a cell that is open"));
    if (between && (!a.timer || !(line >> a.direction & 1)))
        return expected(r, from, N_("a scared ghost on its way between two cells, as in 3.5,2W:17"));
    if (k && (ways & ~(1U << PAC_STOP)) == 0)
        return expected(r, from, N_("a cell from which a ghost can move"));
    const uint16_t *row =
        r->maze->distance + (size_t)r->maze->cell[r->maze->start[0]] * (size_t)r->maze->cells;
    if (!k && row[r->maze->cell[place]] == PAC_NONE)
        return expected(r, from, N_("a cell from which the food can be reached"));
    r->s->agent[k] = a;
    return HRA_OK;
}

static hra_err read_pacman(reader *r) {
    return read_agent(r, 0);
}

static hra_err read_ghosts(reader *r) {
    for (int k = 1; k <= r->maze->ghosts; k++) {
        if (k > 1 && !take(r, "/"))
            return hra_fail(r->why, HRA_EINPUT, r->at, "expected / and ghost %d of %d, found '%.16s'", k,
                            r->maze->ghosts, r->text + r->at);
        hra_err err = read_agent(r, k);
        if (err)
            return err;
    }
    return HRA_OK;
}

static void put_dot(pac_state *s, int i, bool there) {
    uint64_t bit = (uint64_t)1 << i % 64;
    s->dots[i / 64] = there ? s->dots[i / 64] | bit : s->dots[i / 64] & ~bit;
}

/* "all", "none", or a digit for four dots. */
static hra_err read_dots(reader *r, int first, int n) {
    bool all = take(r, "all");
    if (all || take(r, "none")) {
        for (int i = 0; i < n; i++)
            put_dot(r->s, first + i, all);
        return HRA_OK;
    }
    for (int i = 0; i < n; i += 4) {
        char c = r->text[r->at];
        int digit = is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
        if (digit < 0 || (n - i < 4 && digit & ((1 << (4 - (n - i))) - 1)))
            return hra_fail(r->why, HRA_EINPUT, r->at,
                            "expected all, none, or %d digits 0 to f for %d dots, found '%.16s'", (n + 3) / 4,
                            n, r->text + r->at);
        for (int j = i; j < i + 4 && j < n; j++)
            put_dot(r->s, first + j, digit >> (3 - (j - i)) & 1);
        r->at++;
    }
    return HRA_OK;
}

static hra_err read_food(reader *r) {
    return read_dots(r, 0, r->maze->food);
}

static hra_err read_capsules(reader *r) {
    return read_dots(r, r->maze->food, r->maze->dots - r->maze->food);
}

/* ---- the whole --------------------------------------------------------------------------------*/

static const struct {
    const char *name;
    hra_err (*read)(reader *);
} keys[] = {
    {"turn=", read_turn},     {"score=", read_score}, {"round=", read_round},       {"pacman=", read_pacman},
    {"ghosts=", read_ghosts}, {"food=", read_food},   {"capsules=", read_capsules},
};

enum { KEYS = sizeof keys / sizeof *keys };

static hra_err read_all(reader *r) {
    unsigned seen = 0;
    for (;;) {
        while (r->text[r->at] == ' ')
            r->at++;
        if (!r->text[r->at])
            return seen ? HRA_OK : expected(r, r->at, N_("words such as turn=pacman or pacman=3,2"));
        int i = 0, from = r->at;
        while (i < KEYS && !take(r, keys[i].name))
            i++;
        if (i == KEYS)
            return expected(r, from, N_("turn=, score=, round=, pacman=, ghosts=, food= or capsules="));
        if (seen >> i & 1)
            return hra_fail(r->why, HRA_EINPUT, from, "%s is given twice", keys[i].name);
        seen |= 1U << i;
        hra_err err = keys[i].read(r);
        if (err)
            return err;
        if (!ended(r))
            return hra_fail(r->why, HRA_EINPUT, r->at,
                            "expected a blank after the value of %s, found '%.16s'", keys[i].name,
                            r->text + r->at);
    }
}

/* What a play may have brought, so that no return leaves the bounds of the game. Each ghost is scared once
 * by each capsule, and once may be typed; those that are scared now have still to be eaten. */
static hra_err check_score(const reader *r, int capsules) {
    const pac_maze *maze = r->maze;
    const pac_state *s = r->s;
    int eaten = maze->food - s->food, ghosts = maze->ghosts * (maze->dots - maze->food - capsules + 1);
    for (int k = 1; k <= maze->ghosts; k++)
        ghosts -= s->agent[k].timer > 0;
    int most = PAC_FOOD * eaten + PAC_GHOST * ghosts + (s->end == PAC_WON ? PAC_WIN : 0);
    int steps = s->round + (s->mover != 0 && s->round < maze->limit); /* of Pacman; a whole round has one */
    int least = maze->limit ? -PAC_STEP * steps : -LOWEST;
    least -= s->end == PAC_LOST ? PAC_CATCH * maze->ghosts : 0;
    if (s->score < least || s->score > most)
        return hra_fail(r->why, HRA_EINPUT, 0,
                        "impossible score %d; with the food eaten in these rounds it is %d to %d", s->score,
                        least, most);
    return HRA_OK;
}

static hra_err check(const reader *r) {
    const pac_maze *maze = r->maze;
    pac_state *s = r->s;
    int capsules = 0;
    s->food = 0;
    for (int i = 0; i < maze->dots; i++) {
        int there = (int)(s->dots[i / 64] >> i % 64 & 1);
        if (i < maze->food)
            s->food = (uint16_t)(s->food + there);
        else
            capsules += there;
    }
    if (!maze->food && s->end == PAC_WON)
        return hra_fail(r->why, HRA_EINPUT, 0, "turn=won needs a maze with food");
    if (maze->food && (s->food == 0) != (s->end == PAC_WON))
        return hra_fail(r->why, HRA_EINPUT, 0, "turn=won and food=none belong together");
    if (s->end == PAC_LOST && maze->ghosts == 0)
        return hra_fail(r->why, HRA_EINPUT, 0, "turn=lost needs a ghost");
    if (s->end == PAC_UNDECIDED && (!maze->limit || s->round != maze->limit))
        return hra_fail(r->why, HRA_EINPUT, 0, "turn=undecided belongs to round=%d, the limit", maze->limit);
    if (s->end == PAC_PLAYING && maze->limit && s->round >= maze->limit)
        return hra_fail(r->why, HRA_EINPUT, 0, "at round %d, the limit, the game is over: turn=undecided",
                        s->round);
    return check_score(r, capsules);
}

hra_err pac_read_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    union {
        pac_state state;
        unsigned char bytes[sizeof(pac_state) + PAC_WORDS * sizeof(uint64_t)];
    } room;
    reader r = {.maze = game->data, .text = text, .s = &room.state, .why = why};
    game->rules->init(game, &room);
    hra_err err = read_all(&r);
    if (!err)
        err = check(&r);
    if (!err)
        memcpy(state, &room, game->state_size);
    return err;
}
