/* A bot for UBGI: backgammon. Replace `value`; the game and the protocol stay as they are.
 *
 *     cc ubgi_bot.c -o ubgi_bot
 *     hra engine check ./ubgi_bot backgammon
 *     hra play backgammon human 'ext:cmd=./ubgi_bot'
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { BAR = 25, THEIRS = 0, MINE = 1 };

/* ---- the game ------------------------------------------------------------------------------------ */

/* Checkers of each side on points 1..24, as it counts them itself, and on its bar, 25. My point p is the other
 * side's point 25 - p. */
typedef struct {
    int at[2][26];
} board;

typedef struct {
    int count, point[4], die[4];
} play;

/* GNU Backgammon's Position ID: for the other side, then the side to move, each point's checkers as ones, then a
 * 0; six bits in a character. */
static void read_id(board *b, const char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char bytes[12] = {0};
    for (int i = 0; i < 14 && text[i]; i++) {
        const char *digit = strchr(digits, text[i]);
        for (int bit = 0; digit && bit < 6; bit++)
            if ((digit - digits) >> (5 - bit) & 1)
                bytes[(6 * i + bit) / 8] |= 128 >> (6 * i + bit) % 8;
    }
    memset(b, 0, sizeof *b);
    for (int bit = 0, side = 0, point = 1; bit < 80 && side < 2; bit++)
        if (bytes[bit / 8] >> bit % 8 & 1)
            b->at[side][point]++;
        else if (++point > BAR)
            point = 1, side++;
}

static int rear_of(const board *b, int side) {
    int point = BAR;
    while (point > 0 && !b->at[side][point])
        point--;
    return point;
}

static int can_step(const board *b, int point, int die) {
    const int *mine = b->at[MINE], *theirs = b->at[THEIRS];
    if (!mine[point] || (mine[BAR] && point != BAR))
        return 0;
    if (point - die >= 1)
        return theirs[25 - (point - die)] < 2;
    int rear = rear_of(b, MINE);
    return rear <= 6 && (point == die || point == rear); /* a larger die bears off from the rear */
}

static void step(board *b, int point, int die) {
    int to = point - die;
    b->at[MINE][point]--;
    if (to < 1)
        return;
    b->at[MINE][to]++;
    if (b->at[THEIRS][25 - to] == 1) { /* a hit */
        b->at[THEIRS][25 - to] = 0;
        b->at[THEIRS][BAR]++;
    }
}

/* ---- the choice: your part ----------------------------------------------------------------------- */

/* The higher, the better for me after my play. */
static int value(const board *b) {
    int sum = 0, rear = rear_of(b, THEIRS);
    for (int p = 1; p <= BAR; p++)
        sum += p * (b->at[THEIRS][p] - b->at[MINE][p]); /* pips */
    for (int p = 1; p < BAR; p++)
        sum -= b->at[MINE][p] == 1 && 25 - p < rear ? 6 : 0; /* blots that can be hit */
    for (int p = 4; p <= 8; p++)
        sum += b->at[MINE][p] >= 2 ? 4 : 0; /* points made around the bar point */
    return sum;
}

/* ---- all plays ----------------------------------------------------------------------------------- */

typedef struct {
    play best;
    int most, high, value; /* dice that it plays; whether it plays the higher one; what it is worth */
} search;

/* As many dice as possible must be played, and the higher one if only one of them can be. */
static void consider(search *s, const board *b, const play *p, int high) {
    int has = p->count == 1 && p->die[0] == high, worth = value(b);
    if (p->count < s->most || (p->count == s->most && has < s->high) ||
        (p->count == s->most && has == s->high && worth <= s->value))
        return;
    *s = (search){*p, p->count, has, worth};
}

/* Plays dice[0..count-1] in this order, as far as they can be played. */
static void try_all(search *s, const board *b, play *p, const int *dice, int count, int high) {
    int moved = 0;
    for (int point = BAR; count && point > 0; point--) {
        if (!can_step(b, point, dice[0]))
            continue;
        board next = *b;
        moved = 1;
        step(&next, point, dice[0]);
        p->point[p->count] = point;
        p->die[p->count++] = dice[0];
        try_all(s, &next, p, dice + 1, count - 1, high);
        p->count--;
    }
    if (!moved)
        consider(s, b, p, high);
}

static play choose(const board *b, int first, int second) {
    int high = first > second ? first : second, low = first + second - high;
    int dice[2][4] = {{high, low, high, high}, {low, high, 0, 0}};
    search s = {.most = -1, .value = INT_MIN};
    play p = {0};
    try_all(&s, b, &p, dice[0], high == low ? 4 : 2, high);
    if (high != low)
        try_all(&s, b, &p, dice[1], 2, high);
    return s.best;
}

/* ---- the protocol: docs/external.md -------------------------------------------------------------- */

static void say_place(int point) {
    if (point == BAR)
        printf("bar");
    else if (point < 1)
        printf("off");
    else
        printf("%d", point);
}

static void say_play(const play *p) {
    printf("bestmove%s", p->count ? "" : " pass");
    for (int i = 0; i < p->count; i++) {
        putchar(' ');
        say_place(p->point[i]);
        putchar('/');
        say_place(p->point[i] - p->die[i]);
    }
    putchar('\n');
}

int main(void) {
    char line[1024], id[16];
    int first = 6, second = 1;
    board b;
    setvbuf(stdout, NULL, _IOLBF, 0); /* else lines wait in a buffer */
    read_id(&b, "4HPwATDgc/ABMA");
    while (fgets(line, sizeof line, stdin)) { /* NULL when standard input ends */
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "ubgi") == 0) {
            puts("id name C bot\nubgiok");
        } else if (strcmp(line, "isready") == 0) {
            puts("readyok");
        } else if (sscanf(line, "position gnubgid %15s", id) == 1) {
            read_id(&b, id);
        } else if (sscanf(line, "dice %d %d", &first, &second) == 2) {
            continue;
        } else if (strncmp(line, "go", 2) == 0) { /* role chequer, and limits: this bot is faster than any */
            play p = choose(&b, first, second);
            say_play(&p);
        } else if (strcmp(line, "quit") == 0) {
            break;
        } else if (*line && strcmp(line, "newgame") && strcmp(line, "stop") &&
                   strncmp(line, "setoption", 9)) {
            printf("error unknown_command %.40s\n", line);
        }
    }
    return 0;
}
