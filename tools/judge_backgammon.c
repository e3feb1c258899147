/* What players of backgammon lose a decision, by the judgement of GNU Backgammon and by rollouts of our own.
 *
 *     judge_backgammon make SET PORT [POSITIONS [TRIALS]]
 *     judge_backgammon SET PLAYER...
 *
 * The first has `learnt` play games against itself, some begun by moves at random, and takes decisions of
 * three kinds from them: with contact (65 %), races (15 %), and with two anchors of a side in the other's
 * home (20 %). GNU Backgammon, which listens at that port of this machine (`external localhost:PORT`), judges
 * every move at 0 plies, those within 0.3 points of its best at 1, those within 0.08 of that at 2; the last,
 * at most six, are rolled out as well: TRIALS times (36; 0: not at all), 7 decisions deep, the luck
 * subtracted, with the same dice. A move that was not looked at more deeply keeps what the shallower look
 * said.
 *
 * The second prints what each player's choice loses against the best move by either judge, in thousandths of
 * a point, and first the same of GNU Backgammon at 0 plies. Where both judges say the same, it is the
 * players. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/backgammon/rules/backgammon.h"
#include "games/backgammon/rules/terms.h"
#include "host/socket_client.h"
#include "hra/hra.h"
#include "hra/rollout.h"
#include "rules/defaults.h"

enum { CONTACT, RACE, BACK, CLASSES, MOVES = BG_MAX_PLAYS, ROLLED = 6, LINE = 1 << 16, SEED = 4242 };

static const char *const names[CLASSES] = {"contact", "race", "anchors"};
static const double shares[CLASSES] = {0.65, 0.15, 0.2}, drawn[CLASSES] = {0.06, 0.06, 0.3};

/* A move, and what it is worth to who makes it. */
typedef struct judged {
    hra_move move;
    double at0, at2, rolled;
} judged;

typedef struct decision {
    bg_state s;
    int kind, count;
    judged move[MOVES];
} decision;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "judge_backgammon: %s%s%s\n", what, *why ? ": " : "", why);
    exit(EXIT_FAILURE);
}

static int kind_of(const bg_state *s) {
    const bg_set far = (bg_set)63 << 19;
    if (!bg_in_contact(&s->board))
        return RACE;
    for (int seat = 0; seat < 2; seat++)
        if (bg_size(bg_several(&s->board.side[seat]) & far) > 1)
            return BACK;
    return CONTACT;
}

/* ---- judges ---------------------------------------------------------------------------------*/

/* The board as who throws next sees it, in the form of the FIBS server: own checkers are positive. */
static void add_board(const bg_board *b, int seat, hra_text *out) {
    const bg_side *own = &b->side[seat], *other = &b->side[!seat];
    hra_text_addf(out, "board:You:gnubg:1:0:0:%d", -bg_count(other, BG_BAR));
    for (int p = 1; p < BG_BAR; p++)
        hra_text_addf(out, ":%d", bg_count(own, p) - bg_count(other, BG_BAR - p));
    hra_text_addf(out, ":%d:1:0:0:0:0:1:1:1:0:1:-1:0:25:%d:%d:%d:%d:2:0:0:0", bg_count(own, BG_BAR),
                  bg_count(own, BG_OFF), bg_count(other, BG_OFF), bg_count(own, BG_BAR),
                  bg_count(other, BG_BAR));
}

/* What GNU Backgammon says of a position in which `seat` is to throw: points without the cube, to that seat.
 */
static double ask(hra_channel *gnubg, const bg_board *b, int seat, int plies) {
    double out[5];
    hra_text line;
    hra_error why;
    hra_text_init(&line);
    hra_text_add(&line, "evaluation fibsboard ");
    add_board(b, seat, &line);
    hra_text_addf(&line, " plies %d\n", plies);
    const double deadline = hra_clock() + 60;
    if (gnubg->write(gnubg, hra_text_string(&line), line.length, deadline, NULL, &why) != 0)
        stop("GNU Backgammon", why.text);
    do { /* a line may begin with the zero that ends the one before */
        if (gnubg->read(gnubg, &line, deadline, NULL, &why) != 0)
            stop("GNU Backgammon", why.text);
    } while (!line.length);
    if (sscanf(hra_text_string(&line), "%lf %lf %lf %lf %lf", out, out + 1, out + 2, out + 3, out + 4) != 5)
        stop("GNU Backgammon said", hra_text_string(&line));
    hra_text_release(&line);
    return 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4];
}

static double worth_of(hra_channel *gnubg, const hra_game *game, const bg_state *s, hra_move m, int plies) {
    bg_state next = *s;
    double value[2];
    const int seat = game->rules->to_move(game, s);
    game->rules->apply(game, &next, m);
    if (game->rules->to_move(game, &next) != HRA_OVER)
        return -ask(gnubg, &next.board, !seat, plies);
    game->rules->returns(game, &next, value);
    return value[seat];
}

static void roll_out(const hra_player *player, decision *d, const int *which, int count, uint64_t trials) {
    const hra_rollout_setup setup = {
        .size = sizeof setup, .player = player, .seed = SEED, .plies = 7, .luck = true};
    hra_move moves[ROLLED];
    hra_rollout *rollout;
    hra_error why;
    for (int i = 0; i < count; i++)
        moves[i] = d->move[which[i]].move;
    if (hra_rollout_open(&rollout, &setup, &d->s, moves, count, &why) != 0)
        stop("a rollout", why.text);
    if (hra_rollout_run(rollout, 0, trials, 1, NULL) != 0)
        stop("a rollout failed", "");
    for (int i = 0; i < count; i++) {
        hra_rolled told;
        hra_rollout_move(rollout, i, &told);
        d->move[which[i]].rolled = told.mean;
    }
    hra_rollout_close(rollout);
}

static double most(const decision *d) {
    double best = -INFINITY;
    for (int i = 0; i < d->count; i++)
        best = fmax(best, d->move[i].at2);
    return best;
}

/* Of so many moves the best come first, as many as are rolled out. */
static void best_first(const decision *d, int *near, int count) {
    for (int i = 0; i < count && i < ROLLED; i++)
        for (int k = i + 1; k < count; k++)
            if (d->move[near[k]].at2 > d->move[near[i]].at2) {
                const int other = near[i];
                near[i] = near[k];
                near[k] = other;
            }
}

static void judge(hra_channel *gnubg, const hra_game *game, const hra_player *player, decision *d,
                  uint64_t trials) {
    int near[MOVES], n = 0;
    for (int i = 0; i < d->count; i++)
        d->move[i].at0 = d->move[i].at2 = worth_of(gnubg, game, &d->s, d->move[i].move, 0);
    for (double best = most(d), i = 0; i < d->count; i++)
        if (d->move[(int)i].at0 > best - 0.3)
            d->move[(int)i].at2 = worth_of(gnubg, game, &d->s, d->move[(int)i].move, 1);
    const double best = most(d);
    for (int i = 0; i < d->count; i++)
        if (d->move[i].at2 > best - 0.08)
            near[n++] = i;
    for (int i = 0; i < n; i++)
        d->move[near[i]].at2 = worth_of(gnubg, game, &d->s, d->move[near[i]].move, 2);
    best_first(d, near, n);
    for (int i = 0; i < d->count; i++)
        d->move[i].rolled = d->move[i].at2;
    if (trials && n > 1)
        roll_out(player, d, near, n < ROLLED ? n : ROLLED, trials);
}

/* ---- making a set ---------------------------------------------------------------------------*/

static void write_decision(const hra_game *game, const decision *d, FILE *file) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "%d\t", d->kind);
    game->rules->text->write_position(game, &d->s, &text);
    for (int i = 0; i < d->count; i++)
        hra_text_addf(&text, "\t%u %.5f %.5f %.5f", (unsigned)d->move[i].move, d->move[i].at0, d->move[i].at2,
                      d->move[i].rolled);
    fprintf(file, "%s\n", hra_text_string(&text));
    fflush(file);
    hra_text_release(&text);
}

typedef struct making {
    const hra_game *game;
    hra_channel *gnubg;
    const hra_player *player;
    hra_agent *agent;
    FILE *file;
    int wanted[CLASSES], left;
    uint64_t trials;
} making;

static void play(making *k, uint64_t number) {
    static decision d;
    static hra_move moves[MOVES];
    double probability[BG_MAX_PLAYS];
    const hra_game *game = k->game;
    hra_rng rng;
    bg_state s;
    int taken = 0;
    hra_rng_init_stream(&rng, SEED, number, 0, 1);
    hra_game_begin(game, number, &s);
    int opening = number % 2 ? (int)hra_rng_below(&rng, 9) : 0;
    for (int mover; k->left && (mover = game->rules->to_move(game, &s)) != HRA_OVER;) {
        hra_move m;
        if (mover == HRA_CHANCE) {
            game->rules->apply(game, &s, hra_game_sample(game, &s, &rng, moves, probability));
            continue;
        }
        const int n = game->rules->moves(game, &s, moves), kind = kind_of(&s);
        const hra_question question = {.state = &s, .want = HRA_WANT_MOVE};
        hra_analysis answer;
        if (opening-- > 0)
            m = moves[hra_rng_below(&rng, (uint32_t)n)];
        else if (hra_agent_ask(k->agent, &question, &answer) != 0)
            stop("a player failed", "");
        else if (m = answer.move,
                 n > 1 && k->wanted[kind] && taken < 4 && hra_rng_uniform(&rng) < drawn[kind]) {
            d = (decision){.s = s, .kind = kind, .count = n};
            for (int i = 0; i < n; i++)
                d.move[i].move = moves[i];
            judge(k->gnubg, game, k->player, &d, k->trials);
            write_decision(game, &d, k->file);
            taken++;
            k->wanted[kind]--;
            if (--k->left % 100 == 0)
                fprintf(stderr, "%d to go\n", k->left);
        }
        game->rules->apply(game, &s, m);
    }
}

static void make(const hra_game *game, const char *name, const char *port, int count, int trials) {
    hra_player *player;
    hra_error why;
    making k = {.game = game, .trials = (uint64_t)trials, .file = fopen(name, "w")};
    if (!k.file)
        stop(name, "cannot be written");
    if (hra_player_open(&player, game, "learnt", NULL, NULL, &why) != 0 ||
        hra_connect_open(&k.gnubg, port, NULL, &why) != 0)
        stop("nothing can be judged", why.text);
    if (hra_agent_open(&k.agent, player) != 0)
        stop("no memory", "");
    k.player = player;
    for (int i = 0; i < CLASSES; i++)
        k.left += k.wanted[i] = (int)(shares[i] * count + 0.5);
    for (uint64_t number = 0; k.left; number++)
        play(&k, number);
    hra_agent_close(k.agent);
    hra_player_close(player);
    k.gnubg->close(k.gnubg, 1);
    if (fclose(k.file) != 0)
        stop(name, "could not be written");
}

/* ---- judging players ------------------------------------------------------------------------*/

static bool read_decision(const hra_game *game, FILE *file, decision *d) {
    static char line[LINE * 4];
    hra_error why;
    if (!fgets(line, sizeof line, file))
        return false;
    char *position = strchr(line, '\t'), *at = position ? strchr(position + 1, '\t') : NULL;
    d->kind = (int)strtol(line, NULL, 10);
    d->count = 0;
    if (!at || d->kind < 0 || d->kind >= CLASSES)
        stop("the set is damaged", "");
    *at = '\0';
    if (hra_game_read_position(game, position + 1, &d->s, &why) != 0)
        stop(position + 1, why.text);
    for (char *next; at && d->count < MOVES; at = next) {
        judged *j = &d->move[d->count++];
        unsigned move;
        next = strchr(at + 1, '\t');
        if (sscanf(at + 1, "%u %lf %lf %lf", &move, &j->at0, &j->at2, &j->rolled) != 4)
            stop("the set is damaged", "");
        j->move = move;
    }
    return true;
}

/* The choice by what was written down of 0 plies, or of an agent; an index. */
static int choice_of(const decision *d, hra_agent *agent) {
    hra_analysis answer;
    const hra_question question = {.state = &d->s, .want = HRA_WANT_MOVE};
    int best = 0;
    if (agent && hra_agent_ask(agent, &question, &answer) != 0)
        stop("a player failed", "");
    for (int i = 0; i < d->count; i++)
        if (agent ? d->move[i].move == answer.move : d->move[i].at0 > d->move[best].at0)
            best = i;
    return best;
}

typedef struct loss {
    double sum, square;
    int count;
} loss;

static void add_loss(loss *l, double x) {
    l->sum += x;
    l->square += x * x;
    l->count++;
}

static void print_losses(const char *name, loss by[2][CLASSES + 1]) {
    printf("%-32s", name);
    for (int judge = 0; judge < 2; judge++)
        for (int i = CLASSES; i >= 0; i--) {
            const loss *l = &by[judge][i];
            const double mean = l->count ? l->sum / l->count : 0;
            printf(" %7.2f", 1000 * mean);
            if (i == CLASSES)
                printf(" ±%5.2f", 1000 * sqrt((l->square / l->count - mean * mean) / l->count));
        }
    printf("\n");
}

static void measure(const hra_game *game, const char *set, const char *spec) {
    static decision d;
    loss by[2][CLASSES + 1] = {0};
    hra_agent *agent = NULL;
    hra_error why;
    FILE *file = fopen(set, "r");
    if (!file)
        stop(set, "cannot be read");
    if (spec && hra_agent_of(&agent, game, spec, &why) != 0)
        stop(spec, why.text);
    while (read_decision(game, file, &d)) {
        const int chosen = choice_of(&d, agent);
        double at2 = -INFINITY, rolled = -INFINITY;
        for (int i = 0; i < d.count; i++) {
            at2 = fmax(at2, d.move[i].at2);
            rolled = fmax(rolled, d.move[i].rolled);
        }
        for (int i = d.kind;; i = CLASSES) {
            add_loss(&by[0][i], at2 - d.move[chosen].at2);
            add_loss(&by[1][i], rolled - d.move[chosen].rolled);
            if (i == CLASSES)
                break;
        }
    }
    fclose(file);
    hra_agent_close(agent);
    print_losses(spec ? spec : "GNU Backgammon, 0 plies", by);
}

int main(int argc, char **argv) {
    static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};
    hra_game *game;
    hra_error why;
    const bool makes = argc > 1 && strcmp(argv[1], "make") == 0;
    if (argc < (makes ? 4 : 2)) {
        fprintf(stderr, "usage: judge_backgammon make SET PORT [POSITIONS [TRIALS]] | SET PLAYER...\n");
        return 2;
    }
    if (hra_game_open(&game, &files, "backgammon", &why) != 0)
        stop("backgammon", why.text);
    if (makes)
        make(game, argv[2], argv[3], argc > 4 ? (int)strtol(argv[4], NULL, 10) : 2000,
             argc > 5 ? (int)strtol(argv[5], NULL, 10) : 36);
    else {
        printf("%-32s %27s   %s\n", "thousandths of a point", "by GNU Backgammon, 2 plies", "   by rollouts");
        printf("%-32s", "");
        for (int judge = 0; judge < 2; judge++) {
            printf("     all       ");
            for (int i = CLASSES - 1; i >= 0; i--)
                printf(" %7s", names[i]);
        }
        printf("\n");
        for (int i = 1; i < argc; i++)
            measure(game, argv[1], i == 1 ? NULL : argv[i]);
    }
    hra_game_close(game);
    return EXIT_SUCCESS;
}
