/* A bot for UGI: tic-tac-toe. Replace the game and `choose`; the protocol stays as it is.
 *
 *     cc ugi_bot.c -o ugi_bot
 *     hra engine check ./ugi_bot tictactoe
 *     hra play tictactoe human 'ext:cmd=./ugi_bot'
 */
#include <stdio.h>
#include <string.h>

/* ---- the game: moves and positions as `hra rules tictactoe` has them ---------------------------- */

typedef struct {
    char cell[9]; /* '.', 'X' or 'O': a1 b1 c1 a2 b2 ... */
} board;

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void start(board *b) {
    memset(b->cell, '.', 9);
}

/* From a text such as "X.O/.X./..O". */
static void read_position(board *b, const char *fen) {
    start(b);
    for (int i = 0; *fen && i < 9; fen++)
        if (*fen != '/')
            b->cell[i++] = *fen;
}

static char to_move(const board *b) {
    int more = 0;
    for (int i = 0; i < 9; i++)
        more += (b->cell[i] == 'X') - (b->cell[i] == 'O');
    return more == 0 ? 'X' : 'O';
}

/* "b2" is the middle. */
static void make_move(board *b, const char *move) {
    int i = (move[0] - 'a') + 3 * (move[1] - '1');
    if (*move && i >= 0 && i < 9)
        b->cell[i] = to_move(b);
}

/* ---- the choice: your part ----------------------------------------------------------------------- */

/* Whether this mark in this cell makes three in a row. */
static int completes(const board *b, int cell, char mark) {
    for (int line = 0; line < 8; line++) {
        int has = 0, others = 0;
        for (int i = 0; i < 3; i++) {
            has += lines[line][i] == cell;
            others += lines[line][i] != cell && b->cell[lines[line][i]] == mark;
        }
        if (has && others == 2)
            return 1;
    }
    return 0;
}

static int value(const board *b, int cell) {
    char mine = to_move(b), theirs = mine == 'X' ? 'O' : 'X';
    if (completes(b, cell, mine))
        return 4; /* win, */
    if (completes(b, cell, theirs))
        return 3;                         /* or prevent a loss, */
    return cell == 4 ? 2 : cell % 2 == 0; /* or take the centre, or a corner */
}

static int choose(const board *b) {
    int best = -1;
    for (int cell = 0; cell < 9; cell++)
        if (b->cell[cell] == '.' && (best < 0 || value(b, cell) > value(b, best)))
            best = cell;
    return best;
}

/* ---- the protocol: docs/external.md -------------------------------------------------------------- */

/* position startpos|fen TEXT... [moves MOVE...] */
static void read_line(board *b, char *rest) {
    char none[] = "", *moves = strstr(rest, "moves");
    if (moves)
        moves[-1] = '\0';
    if (strncmp(rest, "fen ", 4) == 0)
        read_position(b, rest + 4);
    else
        start(b);
    for (char *move = moves ? moves + 5 : none; *move; move += strcspn(move, " ")) {
        move += strspn(move, " ");
        make_move(b, move);
    }
}

int main(void) {
    static char line[1 << 16];
    board b;
    setvbuf(stdout, NULL, _IOLBF, 0); /* else lines wait in a buffer */
    start(&b);
    while (fgets(line, sizeof line, stdin)) { /* NULL when standard input ends */
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "ugi") == 0) {
            puts("id name C bot\nugiok");
        } else if (strcmp(line, "isready") == 0) {
            puts("readyok");
        } else if (strncmp(line, "position ", 9) == 0) {
            read_line(&b, line + 9);
        } else if (strncmp(line, "go", 2) == 0) { /* with limits: this bot is faster than any */
            int cell = choose(&b);
            printf("bestmove %c%d\n", "abc"[cell % 3], cell / 3 + 1);
        } else if (strcmp(line, "quit") == 0) {
            break;
        } /* Anything else is ignored: uginewgame, setoption, stop, and what later versions may add. */
    }
    return 0;
}
