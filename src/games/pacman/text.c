/* Moves and positions as text. */
#include <string.h>

#include "core/messages.h"
#include "pacman.h"

static const char *const move_names[PAC_MOVES] = {N_("West"), N_("Stop"), N_("East"), N_("North"),
                                                  N_("South")};

/* ---- moves ------------------------------------------------------------------------------------*/

void pac_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_add(out, move_names[m]);
}

void pac_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_add(out, _(move_names[m]));
}

/* The move that a word of LENGTH bytes means; PAC_MOVES if there is none. */
static hra_move find_move(const char *text, size_t length) {
    static const struct {
        const char *word;
        hra_move move;
    } words[] = {
        {"w", PAC_WEST},         {"West", PAC_WEST},     {N_("left"), PAC_WEST},  {"x", PAC_STOP},
        {"Stop", PAC_STOP},      {N_("stay"), PAC_STOP}, {"e", PAC_EAST},         {"East", PAC_EAST},
        {N_("right"), PAC_EAST}, {"n", PAC_NORTH},       {"North", PAC_NORTH},    {N_("up"), PAC_NORTH},
        {"s", PAC_SOUTH},        {"South", PAC_SOUTH},   {N_("down"), PAC_SOUTH},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (hra_is_word(text, length, words[i].word))
            return words[i].move;
    return PAC_MOVES;
}

hra_err pac_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why) {
    static const char blanks[] = " \t\r\n";
    const char *from = text + strspn(text, blanks);
    size_t length = strlen(from);
    while (length && strchr(blanks, from[length - 1]))
        length--;
    hra_move m = find_move(from, length);
    unsigned ways = pac_ways(game->data, s);
    if (m < PAC_MOVES && ways >> m & 1) {
        *out = m;
        return HRA_OK;
    }
    char list[160] = "";
    for (size_t i = 0, at = 0; i < PAC_MOVES; i++)
        if (ways >> i & 1) {
            (void)hra_snprintf(list + at, sizeof list - at, at ? ", %s" : "%s", _(move_names[i]));
            at = strlen(list);
        }
    if (m < PAC_MOVES)
        return hra_fail(why, HRA_EINPUT, (int)(from - text), "no way %s; legal moves: %s", _(move_names[m]),
                        list);
    return hra_fail(why, HRA_EINPUT, (int)(from - text), "unknown direction '%.*s'; legal moves: %s",
                    length < 40 ? (int)length : 40, from, list);
}

/* ---- writing positions ------------------------------------------------------------------------*/

static const char letters[PAC_MOVES + 1] = "WXENS";
static const char *const turns[PAC_AGENTS] = {"pacman", "1", "2", "3", "4", "5", "6", "7"};
static const char *const ends[] = {"", "won", "lost", "undecided"};

/* "3,2", "3.5,2W:17": the column, the line, the direction if there is one, the steps to be scared. */
static void add_agent(const pac_agent *a, hra_text *out) {
    int x2 = pac_x2(a->place), y2 = pac_y2(a->place);
    hra_text_addf(out, "%d%s,%d%s", x2 / 2, x2 % 2 ? ".5" : "", y2 / 2, y2 % 2 ? ".5" : "");
    if (a->direction != PAC_STOP)
        hra_text_add_char(out, letters[a->direction]);
    if (a->timer)
        hra_text_addf(out, ":%d", a->timer);
}

/* Dots from..from+n-1 as "all", "none", or digits of four dots each, the first one the highest bit. */
static void add_dots(const pac_state *s, int from, int n, hra_text *out) {
    int there = 0;
    for (int i = from; i < from + n; i++)
        there += (int)(s->dots[i / 64] >> i % 64 & 1);
    if (there == n || there == 0) {
        hra_text_add(out, there || n == 0 ? "all" : "none");
        return;
    }
    for (int i = 0; i < n; i += 4) {
        unsigned digit = 0;
        for (int j = i; j < i + 4; j++)
            digit = digit << 1 | (j < n && s->dots[(from + j) / 64] >> (from + j) % 64 & 1);
        hra_text_add_char(out, "0123456789abcdef"[digit]);
    }
}

void pac_write_position(const hra_game *game, const void *state, hra_text *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    hra_text_addf(out, "turn=%s score=%d", s->mover >= 0 ? turns[s->mover] : ends[s->end], s->score);
    if (maze->limit)
        hra_text_addf(out, " round=%d", s->round);
    hra_text_add(out, " pacman=");
    add_agent(&s->agent[0], out);
    for (int k = 1; k <= maze->ghosts; k++) {
        hra_text_add(out, k == 1 ? " ghosts=" : "/");
        add_agent(&s->agent[k], out);
    }
    hra_text_add(out, " food=");
    add_dots(s, 0, maze->food, out);
    if (maze->dots > maze->food) {
        hra_text_add(out, " capsules=");
        add_dots(s, maze->food, maze->dots - maze->food, out);
    }
}
