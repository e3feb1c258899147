/* The endgame study against the truth: two white kings, one black, White to move.
 *
 *     study_checkers [METHOD...]
 *     study_checkers depths [EVALUATION...]
 *
 * For each method: in how many of the won positions its move keeps the win, how many plies that
 * move wastes, and in how many it wins when it goes on to the end against the best defence. The
 * truth is worked out here, from the rules alone, so that it shares nothing with the tables of
 * the library. docs/games/checkers/study.md shows the figures.
 *
 * `depths` does so for whole searches of 2 to 16 plies, of all positions at once: what depth N makes of a
 * position is the best of what depth N - 1 makes of those behind it, so a ply costs one look at each of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/checkers/rules/checkers.h"
#include "hra/hra.h"

enum { SQUARES = 32, NONE = 32, UNKNOWN = -1, MOST = 200 };

/* Positions by White's kings (the second may be missing), Black's, and who is to move. */
typedef struct truth {
    int16_t plies[2][SQUARES][SQUARES + 1][SQUARES]; /* to the end; UNKNOWN: nobody forces one */
} truth;

typedef struct kings {
    int first, second, black; /* squares from 0; first < second, or second is NONE */
} kings;

static ck_state state_of(kings k, int side) {
    ck_state s;
    memset(&s, 0, sizeof s);
    s.side = (uint8_t)side;
    s.board.pieces[CK_WHITE] = (ck_set)1 << ck_bit(k.first);
    if (k.second != NONE)
        s.board.pieces[CK_WHITE] |= (ck_set)1 << ck_bit(k.second);
    s.board.pieces[CK_BLACK] = (ck_set)1 << ck_bit(k.black);
    s.board.kings = s.board.pieces[0] | s.board.pieces[1];
    return s;
}

static kings kings_of(const ck_board *b) {
    ck_set white = b->pieces[CK_WHITE], rest = white & (white - 1);
    return (kings){ck_square(__builtin_ctzll(white)), rest ? ck_square(__builtin_ctzll(rest)) : NONE,
                   ck_square(__builtin_ctzll(b->pieces[CK_BLACK]))};
}

/* Plies to the end, as far as they are known; an even number where the side to move loses. */
static int plies_of(const truth *t, const ck_state *s) {
    if (!s->board.pieces[0] || !s->board.pieces[1])
        return 0;
    kings k = kings_of(&s->board);
    return t->plies[s->side][k.first][k.second][k.black];
}

/* Settles the state if it ends in exactly `depth` plies: it is won as soon as one move wins, and lost when
 * all moves lose. */
static bool settle(truth *t, kings k, int side, int depth) {
    ck_state s = state_of(k, side);
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(&s.board, side, moves), longest = -1;
    bool lost = true;
    for (int i = 0; i < n; i++) {
        ck_state child = s;
        ck_apply(&child.board, side, moves[i]);
        child.side ^= 1;
        int plies = plies_of(t, &child);
        if (plies == depth - 1 && plies % 2 == 0) {
            t->plies[side][k.first][k.second][k.black] = (int16_t)depth;
            return true;
        }
        lost = lost && plies != UNKNOWN && plies % 2 == 1;
        longest = plies > longest ? plies : longest;
    }
    if (!lost || longest != depth - 1)
        return false;
    t->plies[side][k.first][k.second][k.black] = (int16_t)depth;
    return true;
}

static truth *find_truth(void) {
    truth *t = malloc(sizeof *t);
    int idle = 0;
    if (!t)
        return NULL;
    memset(t, 0xff, sizeof *t);
    for (int depth = 0; idle < 3; depth++) {
        int settled = 0;
        for (int first = 0; first < SQUARES; first++)
            for (int second = first + 1; second <= NONE; second++)
                for (int black = 0; black < SQUARES; black++)
                    for (int side = 0; side < 2 && black != first && black != second; side++)
                        if (t->plies[side][first][second][black] == UNKNOWN)
                            settled += settle(t, (kings){first, second, black}, side, depth);
        idle = settled ? 0 : idle + 1;
    }
    return t;
}

/* ---- a method ---------------------------------------------------------------------------------*/

typedef struct score {
    int won, kept, best, finished; /* positions: won by the truth; won still after the move; ... */
    uint64_t wasted, extra, nodes;
    int most;                               /* plies wasted by one move */
    int endless, in_near, in_far, anchored; /* plays without an end; the quarry on 1 or 5; on 28 or
                                               32; a king on 1 */
    kings worst;                            /* there, or where a win was given away */
} score;

/* What the method plays in every position of the slice. */
typedef struct choices {
    hra_move of[SQUARES][SQUARES][SQUARES];
} choices;

static bool ask(hra_agent *search, kings k, hra_analysis *result) {
    ck_state s = state_of(k, CK_WHITE);
    hra_question question = {.state = &s, .seed = 1};
    return hra_agent_analyse(search, &question, result) == 0;
}

static void count_endless(kings k, score *out) {
    out->endless++;
    out->in_near += k.black == 0 || k.black == 4;
    out->in_far += k.black == 27 || k.black == 31;
    out->anchored += k.first == 0;
}

/* Plays a won position out: the method against the defence that holds out longest. Returns the number of
 * plies to the end, 0: the end is not reached. */
static int play_out(const truth *t, const choices *c, kings k, score *out) {
    ck_state s = state_of(k, CK_WHITE);
    for (int ply = 0; ply < MOST; ply++) {
        hra_move moves[CK_MAX_MOVES];
        int n = ck_moves(&s.board, s.side, moves), best = -1;
        hra_move move = n ? moves[0] : 0;
        if (n == 0)
            return s.side == CK_BLACK ? ply : 0;
        kings now = kings_of(&s.board);
        if (now.second == NONE) { /* a king was given, for the exchange or for nothing: the rest is forced */
            int left = plies_of(t, &s);
            return left != UNKNOWN && (left % 2 == 1) == (s.side == CK_WHITE) ? ply + left : 0;
        }
        if (s.side == CK_WHITE)
            move = c->of[now.first][now.second][now.black];
        for (int i = 0; s.side == CK_BLACK && i < n; i++) {
            ck_state child = s;
            ck_apply(&child.board, s.side, moves[i]);
            child.side ^= 1;
            int plies = plies_of(t, &child), rank = plies == UNKNOWN ? 1000 : plies % 2 == 0 ? 2000 : plies;
            if (rank > best) {
                best = rank;
                move = moves[i];
            }
        }
        ck_apply(&s.board, s.side, move);
        s.side ^= 1;
    }
    count_endless(kings_of(&s.board), out);
    return 0;
}

static void judge(const truth *t, const choices *c, kings k, score *out) {
    ck_state s = state_of(k, CK_WHITE);
    int plies = plies_of(t, &s);
    if (plies == UNKNOWN || plies % 2 == 0)
        return;
    out->won++;
    ck_apply(&s.board, CK_WHITE, c->of[k.first][k.second][k.black]);
    s.side = CK_BLACK;
    int after = plies_of(t, &s);
    if (after != UNKNOWN && after % 2 == 0) {
        int wasted = after + 1 - plies;
        out->kept++;
        out->best += wasted == 0;
        out->wasted += (uint64_t)wasted;
        bool worse = wasted > out->most;
        if (worse)
            out->most = wasted;
        if (worse && out->kept == out->won)
            out->worst = k;
    } else if (out->won == out->kept + 1) {
        out->worst = k;
    }
    int played = play_out(t, c, k, out);
    if (played) {
        out->finished++;
        out->extra += (uint64_t)(played - plies);
    }
}

static bool in_slice(int i, kings *out) {
    *out = (kings){i / SQUARES / SQUARES, i / SQUARES % SQUARES, i % SQUARES};
    return out->first < out->second && out->black != out->first && out->black != out->second;
}

/* A row of the table: what these choices come to; sum has the nodes already. */
static void show(const truth *t, const choices *c, score *sum, const char *method) {
    kings k;
    for (int i = 0; i < SQUARES * SQUARES * SQUARES; i++)
        if (in_slice(i, &k))
            judge(t, c, k, sum);
    double endless = sum->endless ? sum->endless : 1;
    char nodes[32] = "–";
    if (sum->nodes)
        snprintf(nodes, sizeof nodes, "%.0f",
                 (double)sum->nodes / (SQUARES * (SQUARES - 1) / 2 * (SQUARES - 2)));
    printf("| `%s` | %.2f | %.2f | %.2f | %d | %.2f | %.2f | %s | %.0f, %.0f, %.0f | W:WK%d,K%d:BK%d |\n",
           method, 100.0 * sum->kept / sum->won, 100.0 * sum->best / sum->won,
           sum->kept ? (double)sum->wasted / sum->kept : 0, sum->most, 100.0 * sum->finished / sum->won,
           sum->finished ? (double)sum->extra / sum->finished : 0, nodes, 100 * sum->in_near / endless,
           100 * sum->in_far / endless, 100 * sum->anchored / endless, sum->worst.first + 1,
           sum->worst.second + 1, sum->worst.black + 1);
    fflush(stdout);
}

static bool study(const truth *t, const hra_game *game, const char *method) {
    hra_agent *search;
    hra_error why;
    hra_analysis result;
    score sum = {0};
    kings k;
    choices *c = calloc(1, sizeof *c);
    if (!c || hra_agent_of(&search, game, method, &why) != 0) {
        fprintf(stderr, "%s: %s\n", method, c ? why.text : "no memory");
        free(c);
        return false;
    }
    hra_analysis_init(&result);
    bool good = true;
    for (int i = 0; i < SQUARES * SQUARES * SQUARES && good; i++) {
        if (!in_slice(i, &k))
            continue;
        good = ask(search, k, &result);
        c->of[k.first][k.second][k.black] = result.move;
        sum.nodes += result.nodes;
    }
    show(t, c, &sum, method);
    hra_analysis_release(&result);
    hra_agent_close(search);
    free(c);
    return good;
}

/* ---- all depths at once -----------------------------------------------------------------------*/

/* What White has of each position, his second king maybe missing. */
typedef struct worths {
    double of[2][SQUARES][SQUARES + 1][SQUARES];
} worths;

typedef struct depths {
    hra_evaluator judge;
    double win;       /* of who has taken all, or the other cannot move */
    double a_ply;     /* less for each ply to there */
    worths now, next; /* as many plies deep, and one more */
    choices choices;
} depths;

static double *worth_at(worths *w, const ck_state *s) {
    kings k = kings_of(&s->board);
    return &w->of[s->side][k.first][k.second][k.black];
}

static double sooner(const depths *d, double worth) {
    return worth > d->win / 2 ? worth - d->a_ply : worth < -d->win / 2 ? worth + d->a_ply : worth;
}

/* The best of the moves, and which that is: of equals the first. */
static double look_once(depths *d, const ck_state *s, hra_move *choice) {
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(&s->board, s->side, moves);
    double best = 0, sign = s->side == CK_WHITE ? 1 : -1;
    for (int i = 0; i < n; i++) {
        ck_state child = *s;
        ck_apply(&child.board, s->side, moves[i]);
        child.side ^= 1;
        bool over = !child.board.pieces[child.side];
        double worth = sooner(d, over ? sign * d->win : *worth_at(&d->now, &child));
        if (i == 0 || sign * worth > sign * best) {
            best = worth;
            *choice = moves[i];
        }
    }
    return n ? best : -sign * d->win;
}

/* Every position with two white kings or one; ply 0: what the evaluation says. */
static void look_at_all(depths *d, int ply) {
    for (int i = 0; i < 2 * SQUARES * (SQUARES + 1) * SQUARES; i++) {
        kings k = {i / 2 / SQUARES / (SQUARES + 1), i / 2 / SQUARES % (SQUARES + 1), i / 2 % SQUARES};
        double out[2];
        hra_move move = 0, moves[CK_MAX_MOVES];
        if (k.first >= k.second || k.black == k.first || k.black == k.second)
            continue;
        ck_state s = state_of(k, i % 2);
        if (ply == 0 && ck_moves(&s.board, s.side, moves)) {
            hra_evaluate(&d->judge, &s, out);
            *worth_at(&d->next, &s) = out[CK_WHITE];
        } else {
            *worth_at(&d->next, &s) = look_once(d, &s, &move);
        }
        if (s.side == CK_WHITE && k.second != NONE)
            d->choices.of[k.first][k.second][k.black] = move;
    }
    d->now = d->next;
}

static bool study_depths(const truth *t, const hra_game *game, const char *name) {
    enum { DEEPEST = 16 };
    hra_eval eval;
    hra_error why;
    depths *d = calloc(1, sizeof *d);
    if (!d || hra_eval_open(&eval, game, name, &why) != 0) {
        fprintf(stderr, "%s: %s\n", name, d ? why.text : "no memory");
        free(d);
        return false;
    }
    d->win = eval.kind->win > 0 ? eval.kind->win : 1;
    d->a_ply = eval.kind->win > 0;
    bool good = hra_evaluator_open(&d->judge, &eval) == 0;
    for (int ply = 0; good && ply <= DEEPEST; ply++) {
        score sum = {0};
        char method[120];
        look_at_all(d, ply);
        snprintf(method, sizeof method, "minimax:depth=%d,eval=%s", ply, name);
        if (ply > 0 && ply % 2 == 0)
            show(t, &d->choices, &sum, method);
    }
    if (good)
        hra_evaluator_close(&d->judge);
    hra_eval_close(&eval);
    free(d);
    return good;
}

static void show_truth(const truth *t) {
    int won = 0, drawn = 0, lost = 0, longest = 0;
    for (int i = 0; i < SQUARES * SQUARES * SQUARES; i++) {
        kings k;
        if (!in_slice(i, &k))
            continue;
        int plies = t->plies[CK_WHITE][k.first][k.second][k.black];
        won += plies != UNKNOWN && plies % 2;
        lost += plies != UNKNOWN && plies % 2 == 0;
        drawn += plies == UNKNOWN;
        longest = plies > longest ? plies : longest;
    }
    printf("%d positions: %d won, %d drawn, %d lost; the longest win takes %d plies\n\n", won + drawn + lost,
           won, drawn, lost, longest);
}

int main(int argc, char **argv) {
    static const char *const forms[] = {
        "alphabeta:depth=%d,eval=corner,order=static",
        "alphabeta:depth=%d,eval=corner,order=static,prune=loss",
        "alphabeta:depth=%d,eval=corner,order=static,prune=loss+retreat",
        "alphabeta:depth=%d,eval=corner,prune=loss,beam=4",
        "alphabeta:depth=%d,eval=material",
        "alphabeta:depth=%d,eval=learnt",
    };
    static const char *const evaluations[] = {"corner", "corner(distance=manhattan)", "material", "learnt"};
    const bool whole = argc > 1 && strcmp(argv[1], "depths") == 0;
    hra_game *game;
    hra_error why;
    truth *t = find_truth();
    if (!t || hra_game_open(&game, NULL, "checkers", &why) != 0)
        return 1;
    show_truth(t);
    printf(
        "| method | wins kept %% | best move %% | plies wasted | at most | won to the end %% | plies too "
        "many | "
        "nodes | endless: 1 5, 28 32, king on 1 | worst in |\n|---|---|---|---|---|---|---|---|---|---|\n");
    bool good = true;
    for (int i = 1 + whole; i < argc; i++)
        good = (whole ? study_depths : study)(t, game, argv[i]) && good;
    for (size_t e = 0; argc == 2 && whole && e < sizeof evaluations / sizeof *evaluations; e++)
        good = study_depths(t, game, evaluations[e]) && good;
    for (size_t f = 0; argc < 2 && f < sizeof forms / sizeof *forms; f++)
        for (int depth = 2; depth <= 8; depth += 2) {
            char method[120];
            snprintf(method, sizeof method, forms[f], depth);
            good = study(t, game, method) && good;
        }
    hra_game_close(game);
    free(t);
    return good ? 0 : 1;
}
