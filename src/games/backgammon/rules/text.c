/* Moves as people and programs write them: 8/5 6/5, bar/20, 13/7*, 6/off, 8/4(2), 8-5 6-5, 8 5 6 5. */
#include <string.h>
#include <strings.h>

#include "core/lines.h"
#include "core/messages.h"
#include "text.h"

const char *const bg_seat_names[] = {N_("White"), N_("Black")};

const char *bg_seat_name(int seat) {
    return _(bg_seat_names[seat]);
}

/* ---- writing --------------------------------------------------------------------------------*/

bg_set bg_hits(const bg_state *s, hra_move m) {
    bg_board b = s->board;
    return bg_play(&b, s->turn, s->high, s->low, m);
}

/* One step of a play. */
typedef struct step {
    int from, to;
    bool used;
} step;

static int list_steps(const bg_state *s, hra_move m, step out[BG_STEPS]) {
    int n = 0;
    for (int i = 0; i < BG_STEPS; i++) {
        int from = bg_from(m, i), to = from - (i == 0 ? s->high : s->low);
        if (from)
            out[n++] = (step){.from = from, .to = to > 0 ? to : BG_OFF};
    }
    return n;
}

/* The step, not used yet, that goes on from a place; from the highest one where place is 0. */
static step *next_step(step *steps, int n, int place) {
    step *best = NULL;
    for (int i = 0; i < n; i++)
        if (!steps[i].used && (place ? steps[i].from == place : !best || steps[i].from > best->from))
            best = &steps[i];
    return best;
}

int bg_ways(const bg_state *s, hra_move m, bg_way out[BG_STEPS]) {
    step steps[BG_STEPS];
    int n = list_steps(s, m, steps), ways = 0;
    for (step *at; (at = next_step(steps, n, 0)) != NULL;) {
        bg_way way = {.place = {(uint8_t)at->from}, .checkers = 1};
        for (; at; at = way.place[way.steps] ? next_step(steps, n, way.place[way.steps]) : NULL) {
            at->used = true;
            way.place[++way.steps] = (uint8_t)at->to;
        }
        if (ways && out[ways - 1].steps == way.steps && /* off is 0, as what is behind the last is */
            memcmp(out[ways - 1].place, way.place, sizeof way.place) == 0)
            out[ways - 1].checkers++;
        else
            out[ways++] = way;
    }
    return ways;
}

void bg_add_place(int place, hra_text *out) {
    if (place == BG_BAR)
        hra_text_add(out, "bar");
    else if (place == BG_OFF)
        hra_text_add(out, "off");
    else
        hra_text_addf(out, "%d", place);
}

/* A point between is named where something is hit there. */
static void add_way(const bg_way *way, bg_set *hits, hra_text *out) {
    bg_add_place(way->place[0], out);
    for (int i = 1; i <= way->steps; i++) {
        bg_set at = (bg_set)1 << way->place[i];
        if (i < way->steps && !(*hits & at))
            continue;
        hra_text_add_char(out, '/');
        bg_add_place(way->place[i], out);
        if (*hits & at)
            hra_text_add_char(out, '*');
        *hits &= ~at; /* only the first one hits */
    }
    if (way->checkers > 1)
        hra_text_addf(out, "(%d)", way->checkers);
}

void bg_show_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const bg_state *s = state;
    if (bg_is_concession(m)) {
        int points = bg_conceded_points(m);
        hra_text_addf(out, "%s resigns %d point%s", bg_seat_names[bg_conceding_seat(m)], points,
                      points == 1 ? "" : "s");
        return;
    }
    if (bg_is_asked(s)) {
        hra_text_add(out, bg_cube_word(m));
        return;
    }
    if (!s->high) {
        hra_text_addf(out, "%d%d", bg_first_die(m), bg_second_die(m));
        return;
    }
    bg_way ways[BG_STEPS];
    int n = bg_ways(s, m, ways);
    bg_set hits = bg_hits(s, m);
    if (n == 0)
        hra_text_add(out, "pass");
    for (int i = 0; i < n; i++) {
        hra_text_add(out, i ? " " : "");
        add_way(&ways[i], &hits, out);
    }
}

/* In a match files may state fewer points than that, if no more were needed. */
static void say_concession(const bg_state *s, hra_move m, hra_text *out) {
    int points = bg_conceded_points(m);
    hra_text_add(out, points == 1 << s->cube         ? _("resigns a single game")
                      : points == 2 * (1 << s->cube) ? _("resigns a gammon")
                      : points == 3 * (1 << s->cube) ? _("resigns a backgammon")
                                                     : _("resigns the game"));
}

void bg_say_move(const hra_game *game, const void *state, hra_move m, hra_text *out) {
    const bg_state *s = state;
    if (bg_is_concession(m))
        say_concession(s, m, out);
    else if (bg_is_asked(s))
        hra_text_add(out, _(bg_cube_word(m)));
    else if (s->high && m == 0)
        hra_text_add(out, _("pass"));
    else
        bg_show_move(game, state, m, out);
}

/* ---- reading --------------------------------------------------------------------------------
 * A text is compared with the positions that the plays lead to: so checkers may be named in any order, by way
 * of any points or by their ends alone. */

/* What a text says. */
typedef struct told {
    bg_side own;     /* when it is done */
    bg_set points;   /* on which checkers were set down */
    bg_set hits;     /* that have a star */
    bool impossible; /* no dice go so far, or no checker was there */
} told;

typedef struct reader {
    const bg_state *s;
    const char *at;
    bool pairs; /* "8 5 6 5": blanks are between the places of a way too */
    told told;  /* so far */
} reader;

static bool is_blank(char c) {
    return c && strchr(" \t\r\n,;", c);
}

/* Whether a word stands there, and nothing that would make it another one behind it. */
static bool take_word(reader *r, const char *word) {
    size_t n = 0;
    while ((r->at[n] >= 'a' && r->at[n] <= 'z') || (r->at[n] >= 'A' && r->at[n] <= 'Z'))
        n++;
    bool same = n == strlen(word) && strncasecmp(r->at, word, n) == 0;
    r->at += same ? n : 0;
    return same;
}

/* "13", "bar", "off"; -1: none. */
static int take_place(reader *r) {
    int n = 0, digits = 0;
    if (take_word(r, "bar") || take_word(r, "b"))
        return BG_BAR;
    if (take_word(r, "off") || take_word(r, "o"))
        return BG_OFF;
    for (; *r->at >= '0' && *r->at <= '9' && digits < 3; r->at++, digits++)
        n = 10 * n + (*r->at - '0');
    return digits && n <= BG_BAR ? n : -1;
}

/* Whether one checker could go so far by the dice, or, borne off, at least so far. */
static bool dice_reach(const bg_state *s, int from, int to) {
    int far = from - to;
    if (s->high == s->low)
        return far <= BG_STEPS * s->high && (to == BG_OFF || far % s->high == 0);
    if (to == BG_OFF)
        return far <= s->high + s->low;
    return far == s->high || far == s->low || far == s->high + s->low;
}

static void skip_blanks(reader *r) {
    while (is_blank(*r->at))
        r->at++;
}

/* Whether another place of the same way follows, of which there are n. */
static bool goes_on(reader *r, int n) {
    if (r->pairs && n == 1) {
        skip_blanks(r);
        return true;
    }
    return (*r->at == '/' || *r->at == '-') && ++r->at;
}

/* "(2)", which may follow a blank; 1: there is none, 0: not such a number. */
static int take_checkers(reader *r) {
    const char *at = r->at + strspn(r->at, " ");
    if (*at != '(')
        return 1;
    const int checkers = at[1] - '0';
    if (checkers < 1 || checkers > BG_STEPS || at[2] != ')')
        return 0;
    r->at = at + 3;
    return checkers;
}

/* "13/7/5(2)", a star behind what is hit; false: it is no such. */
static bool read_way(reader *r) {
    int place[BG_STEPS + 1], n = 0;
    bg_set hits = 0;
    do {
        if (n == BG_STEPS + 1 || (place[n] = take_place(r)) < 0 || (n && place[n] >= place[n - 1]))
            return false;
        if (*r->at == '*' && ++r->at)
            hits |= (bg_set)1 << place[n];
        n++;
    } while (goes_on(r, n));
    const int checkers = n < 2 ? 0 : take_checkers(r);
    if (!checkers)
        return false;
    r->told.hits |= hits;
    for (int i = 1; i < n; i++) {
        r->told.impossible = r->told.impossible || !dice_reach(r->s, place[i - 1], place[i]);
        r->told.points |= (bg_set)1 << place[i];
    }
    for (int i = 0; i < checkers; i++) {
        bg_take(&r->told.own, place[0]);
        bg_put(&r->told.own, place[n - 1]);
    }
    return *r->at == '\0' || is_blank(*r->at) || r->at[-1] == ')';
}

static bool read_ways(reader *r) {
    int n = 0;
    r->pairs = !strpbrk(r->at, "/-");
    for (; *r->at; n++) {
        skip_blanks(r);
        if (!*r->at)
            break;
        if (n == BG_STEPS || !read_way(r))
            return false;
    }
    return n > 0;
}

static bg_set blots(const bg_state *s) {
    const bg_side *other = &s->board.side[!s->turn];
    return bg_across(bg_some(other) & ~bg_several(other));
}

/* The plays that a text may mean: those that lead to what it says, and hit what it says or where it sets
 * down. If there are several, those that hit nothing else. Moved to the front; returns how many. */
static int find_meant(const bg_state *s, const told *t, hra_move *list, int n) {
    bg_set touched = t->points & blots(s);
    int found = 0, exact = 0;
    if (t->impossible || t->hits & ~touched)
        return 0;
    for (int i = 0; i < n; i++) {
        bg_board b = s->board;
        bg_set hits = bg_play(&b, s->turn, s->high, s->low, list[i]);
        if (memcmp(&b.side[s->turn], &t->own, sizeof t->own) != 0 || touched & ~hits)
            continue;
        hra_move m = list[i];
        list[i] = list[found];
        list[found] = m;
        if (hits == touched) {
            list[found] = list[exact];
            list[exact++] = m;
        }
        found++;
    }
    return exact ? exact : found;
}

static void add_list(const hra_game *game, const bg_state *s, const hra_move *list, int n, hra_text *out) {
    for (int i = 0; i < n && out->length < 140; i++) {
        hra_text_add(out, i ? ", " : "");
        bg_say_move(game, s, list[i], out);
    }
    if (out->length >= 140)
        hra_text_add(out, ", ...");
}

/* The length of a text without the blanks at its end. */
static size_t measure(const char *text) {
    size_t length = strlen(text);
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    return length;
}

/* Other words for a decision about the cube, as programs and people write them. */
static bool is_synonym(const char *text, size_t length, hra_move m) {
    static const struct {
        hra_move move;
        const char *word;
    } words[] = {
        {BG_ROLL, "rolls"},      {BG_ROLL, "no double"},   {BG_ROLL, "no redouble"}, {BG_DOUBLE, "doubles"},
        {BG_DOUBLE, "redouble"}, {BG_DOUBLE, "redoubles"}, {BG_TAKE, "takes"},       {BG_TAKE, "accept"},
        {BG_TAKE, "accepts"},    {BG_DROP, "drops"},       {BG_DROP, "pass"},        {BG_DROP, "passes"},
        {BG_DROP, "reject"},     {BG_DROP, "rejects"},     {BG_BEAVER, "beavers"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].move == m && hra_is_word(text, length, words[i].word))
            return true;
    return false;
}

/* A word for what comes before the dice, such as "roll". */
static bool is_word_of_cube(const char *text) {
    static const hra_move words[] = {BG_ROLL, BG_DOUBLE, BG_TAKE, BG_DROP, BG_BEAVER};
    text += strspn(text, " \t\r\n");
    const size_t length = measure(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hra_is_word(text, length, bg_cube_word(words[i])) || is_synonym(text, length, words[i]))
            return true;
    return false;
}

/* Whether a text, such as "24/20", is one of several words of a move, hits aside. */
static bool is_part_of(const char *text, const char *move) {
    text += strspn(text, " \t\r\n");
    const size_t length = measure(text), bare = length - (length && text[length - 1] == '*');
    for (; bare && *move; move += strcspn(move, " "), move += *move == ' ')
        if (strncmp(move, text, bare) == 0 && strchr(" *", move[bare]))
            return true;
    return false;
}

/* The moves of which a text says only a part, moved to the front; returns how many. */
static int find_wholes(const hra_game *game, const bg_state *s, const char *text, hra_move *list, int n) {
    hra_text shown;
    int found = 0;
    hra_text_init(&shown);
    for (int i = 0; i < n; i++) {
        const hra_move m = list[i];
        hra_text_clear(&shown);
        bg_say_move(game, s, m, &shown);
        if (!is_part_of(text, hra_text_string(&shown)))
            continue;
        list[i] = list[found];
        list[found++] = m;
    }
    hra_text_release(&shown);
    return found;
}

static hra_err refuse(const hra_game *game, const reader *r, const char *text, bool read, hra_move *list,
                      int n, int found, hra_error *why) {
    hra_text shown;
    hra_err err;
    const int wholes = read && !found ? find_wholes(game, r->s, text, list, n) : 0;
    hra_text_init(&shown);
    add_list(game, r->s, list, found ? found : wholes ? wholes : n, &shown);
    const char *all = hra_text_string(&shown);
    if (shown.err)
        err = hra_no_memory(why);
    else if (!read && is_word_of_cube(text))
        err = hra_fail(why, HRA_EINPUT, 0, "the dice are thrown already: %d-%d; play them; legal moves: %s",
                       r->s->high, r->s->low, all);
    else if (!read)
        err = hra_fail(why, HRA_EINPUT, (int)(r->at - text),
                       "expected a move such as 8/5 6/5, bar/20 or 6/off, found '%.40s'; legal moves: %s",
                       text, all);
    else if (found)
        err = hra_fail(why, HRA_EINPUT, 0, "'%.40s' fits several moves: %s", text, all);
    else if (wholes)
        err = hra_fail(why, HRA_EINPUT, 0, "'%.40s' is a part of a move with %d-%d; whole moves: %s", text,
                       r->s->high, r->s->low, all);
    else
        err = hra_fail(why, HRA_EINPUT, 0, "illegal move '%.40s' with %d-%d; legal moves: %s", text,
                       r->s->high, r->s->low, all);
    hra_text_release(&shown);
    return err;
}

/* "63", "6-3", "6 3"; in the opening White's die stands first. */
static hra_err parse_roll(const bg_setup *setup, const bg_state *s, const char *text, hra_move *out,
                          hra_error *why) {
    bool opening = s->phase == BG_OPENING;
    int die[2], n = 0;
    const char *at = text;
    for (; n < 2 && *at; at++)
        if (*at >= '1' && *at <= '6')
            die[n++] = *at - '0';
        else if (!strchr(" \t-+,", *at))
            break;
    at += strspn(at, " \t\r\n");
    if (n != 2 || *at)
        return hra_fail(why, HRA_EINPUT, (int)(at - text), "expected two dice, as in 63, found '%.20s'",
                        text);
    if (opening && die[0] == die[1] && !bg_opens_with_doubles(setup, s))
        return hra_fail(why, HRA_EINPUT, 0, "equal dice are rolled again before the first move");
    *out = opening || die[0] > die[1] ? bg_roll(die[0], die[1]) : bg_roll(die[1], die[0]);
    return HRA_OK;
}

/* "double", "take", and the same in the person's language. */
static hra_err parse_answer(const hra_game *game, const bg_state *s, const char *text, hra_move *out,
                            hra_error *why) {
    hra_move list[BG_ANSWERS];
    int n = bg_cube_moves(game->data, s, list);
    text += strspn(text, " \t\r\n");
    size_t length = measure(text);
    for (int i = 0; i < n; i++) {
        if (hra_is_word(text, length, bg_cube_word(list[i])) || is_synonym(text, length, list[i])) {
            *out = list[i];
            return HRA_OK;
        }
    }
    if (s->phase == BG_DOUBLING)
        return hra_fail(why, HRA_EINPUT, 0, "expected 'roll' or 'double', found '%.40s'", text);
    return n == 2 ? hra_fail(why, HRA_EINPUT, 0, "expected 'take' or 'drop', found '%.40s'", text)
                  : hra_fail(why, HRA_EINPUT, 0, "expected 'take', 'drop' or 'beaver', found '%.40s'", text);
}

/* Words for a turn in which no checker can move. */
static bool is_pass(const char *text) {
    static const char *const words[] = {"pass",    "passes", "cannot move", "can't move", "no move",
                                        "no play", "dance",  "dances",      "fan",        "fans"};
    text += strspn(text, " \t\r\n");
    const size_t length = measure(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hra_is_word(text, length, words[i]))
            return true;
    return false;
}

/* "White resigns 2 points", as records have it; false: it is none that fits. */
static bool parse_concession(const hra_game *game, const bg_state *s, const char *text, hra_move *out) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    for (int seat = 0; seat < 2; seat++) {
        l.at = l.start;
        if (!hra_lines_match(&l, bg_seat_names[seat]) || !hra_lines_match(&l, "resigns"))
            continue;
        int points = hra_lines_digits(&l, 6);
        *out = bg_concede(seat, points > 0 && points < BG_CONCEDE_SEAT ? points : 0);
        if (!hra_lines_match(&l, "points"))
            (void)hra_lines_match(&l, "point");
        hra_lines_blanks(&l);
        return l.at == l.end && bg_concession(game, s, *out, NULL);
    }
    return false;
}

hra_err bg_parse_move(const hra_game *game, const void *state, const char *text, hra_move *out,
                      hra_error *why) {
    const bg_state *s = state;
    if (parse_concession(game, s, text, out))
        return HRA_OK;
    if (bg_is_asked(s))
        return parse_answer(game, s, text, out, why);
    if (!s->high)
        return parse_roll(game->data, s, text, out, why);
    hra_move list[BG_MAX_PLAYS];
    reader r = {.s = s, .at = text, .told = {.own = s->board.side[s->turn]}};
    int n = bg_plays(&s->board, s->turn, s->high, s->low, list), found = 0;
    bool pass = is_pass(text);
    bool read = pass || read_ways(&r);
    if (pass)
        found = list[0] == 0;
    else if (read)
        found = find_meant(s, &r.told, list, n);
    if (found != 1)
        return refuse(game, &r, text, read, list, n, found, why);
    *out = list[0];
    return HRA_OK;
}
