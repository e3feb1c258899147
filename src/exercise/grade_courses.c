/* The built-in courses of agents. Trees, positions, mazes and thresholds are our own. The seconds are about ten times what
 * docs/grading.md measures for a plain solution in Python. */
#include <string.h>

#include "core/messages.h"
#include "hra/grade.h"

#define TREE(text) "tree:text=\"" text "\""

/* ---- pacman ---------------------------------------------------------------------------------*/

static const hra_grade_test reflex_tests[] = {
    {.title = N_("ten games in the maze crossroads against one random ghost"),
     .points = 4,
     .game = "pacman:layout=crossroads,ghosts=1,max-rounds=400",
     .seconds = 120,
     .against = "random",
     .games = 10,
     .goals = {{400, 0.25}, {700, 0.5}, {1000, 0.75}, {1200, 1}}},
    {0},
};

#define SEARCHES(method_, visits_, trees_)                                                                   \
    {.title = N_("a tree of three moves and three replies"),                                                 \
     .points = 1,                                                                                            \
     .game = TREE("((3 12 8)(2 4 6)(14 5 2))"),                                                              \
     .seconds = 10,                                                                                          \
     .method = method_,                                                                                      \
     .visits = visits_},                                                                                     \
        {.title = N_("a tree in which one player moves twice"),                                              \
         .points = 1,                                                                                        \
         .game = TREE(trees_),                                                                               \
         .seconds = 10,                                                                                      \
         .method = method_,                                                                                  \
         .visits = visits_},                                                                                 \
        {.title = N_("a tree with a single leaf at the first move"),                                         \
         .points = 1,                                                                                        \
         .game = TREE("(5 ((4 7)(6 2)) (8 (9 1)))"),                                                         \
         .seconds = 10,                                                                                      \
         .method = method_,                                                                                  \
         .visits = visits_},                                                                                 \
        {.title = N_("Pacman between a ghost and a wall, two rounds deep"),                                  \
         .points = 1,                                                                                        \
         .game = "pacman:layout=trap",                                                                       \
         .depth = 2,                                                                                         \
         .seconds = 10,                                                                                      \
         .eval = "score",                                                                                    \
         .method = method_ ":depth=2,eval=score",                                                            \
         .visits = visits_ ":depth=2,eval=score"},                                                           \
    {                                                                                                        \
        .title = N_("Pacman and two ghosts, two rounds deep"), .points = 1,                                  \
        .game = "pacman:layout=crossroads,ghosts=2", .depth = 2, .seconds = 60, .eval = "score",             \
        .method = method_ ":depth=2,eval=score", .visits = visits_ ":depth=2,eval=score"                     \
    }

static const hra_grade_test minimax_tests[] = {
    SEARCHES("minimax", "minimax", "(max (max 3 4) (min 5 6) (min (max 7 1) 9))"),
    {0},
};

static const hra_grade_test alphabeta_tests[] = {
    {.title = N_("a tree of three moves and three replies"),
     .points = 1,
     .game = TREE("((3 12 8)(2 4 6)(14 5 2))"),
     .seconds = 10,
     .method = "minimax",
     .visits = "alphabeta:cut=strict"},
    {.title = N_("a tree with equal values: no cut on equality"),
     .points = 1,
     .game = TREE("((4 6 4)(4 9 1)(4 4 8))"),
     .seconds = 10,
     .method = "minimax",
     .visits = "alphabeta:cut=strict"},
    {.title = N_("a tree of four levels"),
     .points = 1,
     .game = TREE("(((3 17)(2 12))((15)(25 0))((2 5)(3 14)))"),
     .seconds = 10,
     .method = "minimax",
     .visits = "alphabeta:cut=strict"},
    {.title = N_("Pacman between a ghost and a wall, two rounds deep"),
     .points = 1,
     .game = "pacman:layout=trap",
     .depth = 2,
     .seconds = 10,
     .eval = "score",
     .method = "minimax:depth=2,eval=score",
     .visits = "alphabeta:depth=2,eval=score,cut=strict"},
    {.title = N_("Pacman and two ghosts, two rounds deep"),
     .points = 1,
     .game = "pacman:layout=crossroads,ghosts=2",
     .depth = 2,
     .seconds = 60,
     .eval = "score",
     .method = "minimax:depth=2,eval=score",
     .visits = "alphabeta:depth=2,eval=score,cut=strict"},
    {0},
};

static const hra_grade_test expectimax_tests[] = {
    SEARCHES("expectimax", "expectimax", "(max (max 3 4) (min 5 6) (min (max 7 1) 9))"),
    {0},
};

static const hra_grade_test better_tests[] = {
    {.title = N_("ten games in the maze crossroads against one random ghost"),
     .points = 6,
     .game = "pacman:layout=crossroads,ghosts=1,max-rounds=400",
     .depth = 4,
     .seconds = 300,
     .against = "random",
     .games = 10,
     .goals = {{700, 0.25}, {900, 0.5}, {1100, 0.75}, {1250, 1}}},
    {0},
};

static const hra_grade_task pacman_tasks[] = {
    {"q1", N_("a reflex agent"), HRA_GRADE_PLAY, "ReflexAgent", "reflex", "reflex", reflex_tests, NULL},
    {"q2", N_("minimax"), HRA_GRADE_SEARCH, "MinimaxAgent", "minimax", "minimax", minimax_tests, NULL},
    {"q3", N_("alpha-beta"), HRA_GRADE_SEARCH, "AlphaBetaAgent", "alphabeta", "alphabeta:cut=strict",
     alphabeta_tests, NULL},
    {"q4", N_("expectimax"), HRA_GRADE_SEARCH, "ExpectimaxAgent", "expectimax", "expectimax",
     expectimax_tests, NULL},
    {"q5", N_("a better evaluation"), HRA_GRADE_EVALUATION, "better_evaluation", "better_evaluation",
     "better", better_tests, NULL},
    {0},
};

/* ---- other games ----------------------------------------------------------------------------*/

#define ENDINGS                                                                                              \
    "W:WK7,K8:BK19\nW:WK11,K31:BK21\nW:WK13,K25:BK10\nW:WK1,K24:BK17\nW:WK6,K17:BK18\nW:WK7,K29:BK8"

static const hra_grade_test ending_tests[] = {
    {.title = N_("two kings against one, won within 40 plies from six positions"),
     .points = 4,
     .game = "checkers",
     .sides = true,
     .position = ENDINGS,
     .depth = 3,
     .seconds = 300,
     .against = "alphabeta:depth=2",
     .games = 6,
     .plies = 40,
     .goals = {{0.3, 0.25}, {0.5, 0.5}, {0.8, 0.75}, {1, 1}}},
    {0},
};

static const hra_grade_ladder ending_ladder = {
    .players = {"random", "alphabeta:depth=2", "alphabeta:depth=3,eval=corner"},
    .openings = ENDINGS,
    .groups = 6,
    .plies = 80,
};

static const hra_grade_task ending_tasks[] = {
    {"q1", N_("an evaluation that wins two kings against one"), HRA_GRADE_EVALUATION, "evaluation",
     "evaluation", "corner", ending_tests, &ending_ladder},
    {0},
};

static const hra_grade_test yahtzee_tests[] = {
    {.title = N_("the mean of 1,000 games"),
     .points = 10,
     .game = "yahtzee",
     .seconds = 300,
     .games = 1000,
     .goals = {{100, 0.2}, {150, 0.4}, {190, 0.6}, {210, 0.8}, {230, 1}}},
    {0},
};

static const hra_grade_ladder yahtzee_ladder = {
    .players = {"random", "greedy", "heuristic"}, .groups = 20, .among = 10};

static const hra_grade_task yahtzee_tasks[] = {
    {"q1", N_("a player for Yahtzee"), HRA_GRADE_PLAY, "YahtzeeAgent", "yahtzee", "heuristic", yahtzee_tests,
     &yahtzee_ladder},
    {0},
};

static const hra_grade_test tictactoe_tests[] = {
    {.title = N_("twenty games against a random player, nine of ten won"),
     .points = 2,
     .game = "tictactoe",
     .sides = true,
     .seconds = 120,
     .against = "random",
     .games = 20,
     .goals = {{0, 0.25}, {0.5, 0.5}, {0.8, 1}}},
    {.title = N_("ten games against perfect play, none lost"),
     .points = 2,
     .game = "tictactoe",
     .sides = true,
     .seconds = 120,
     .against = "exact",
     .games = 10,
     .goals = {{-0.5, 0.25}, {0, 1}}},
    {0},
};

#define NIM_POSITIONS "3-5-7\n1-1-4\n3-4-5\n1-2-2\n1-5-7\n2-4-7"

static const hra_grade_test nim_tests[] = {
    {.title = N_("won positions of nim against perfect play"),
     .points = 4,
     .game = "nim",
     .sides = true,
     .position = NIM_POSITIONS,
     .seconds = 60,
     .against = "exact",
     .games = 6,
     .goals = {{-0.5, 0.25}, {0, 0.5}, {0.6, 0.75}, {1, 1}}},
    {0},
};

/* Each first move. */
static const hra_grade_ladder tictactoe_ladder = {
    .players = {"random", "greedy", "exact"},
    .openings = "X../.../...\n.X./.../...\n..X/.../...\n.../X../...\n.../.X./...\n.../..X/...\n"
                ".../.../X..\n.../.../.X.\n.../.../..X",
    .groups = 9,
};

static const hra_grade_ladder nim_ladder = {
    .players = {"random", "exact"}, .openings = NIM_POSITIONS, .groups = 6};

static const hra_grade_task small_tasks[] = {
    {"q1", N_("tic-tac-toe"), HRA_GRADE_PLAY, "TicTacToeAgent", "tictactoe", "exact", tictactoe_tests,
     &tictactoe_ladder},
    {"q2", N_("nim"), HRA_GRADE_PLAY, "NimAgent", "nim", "exact", nim_tests, &nim_ladder},
    {0},
};

static const hra_grade_test td_tests[] = {
    {.title = N_("a hundred games of backgammon against a random player"),
     .points = 2,
     .game = "backgammon",
     .sides = true,
     .depth = 1,
     .seconds = 300,
     .against = "random",
     .games = 100,
     .goals = {{0.5, 0.25}, {1, 0.5}, {1.4, 1}}},
    {.title = N_("a hundred games of backgammon against the first evaluation"),
     .points = 4,
     .game = "backgammon",
     .sides = true,
     .depth = 1,
     .seconds = 300,
     .against = "greedy",
     .games = 100,
     .goals = {{-0.2, 0.25}, {0.1, 0.5}, {0.3, 0.75}, {0.5, 1}}},
    {0},
};

static const hra_grade_ladder td_ladder = {
    .players = {"random", "greedy", "trained"}, .groups = 10, .among = 2};

static const hra_grade_task td_tasks[] = {
    {"q1", N_("weights of a linear evaluation, learnt by temporal differences"), HRA_GRADE_EVALUATION,
     "evaluation", "evaluation", "trained", td_tests, &td_ladder},
    {0},
};

static const hra_grade_course courses[] = {
    {"pacman", N_("search by Pacman: reflex, minimax, alpha-beta, expectimax, evaluation"), pacman_tasks},
    {"checkers-ending", N_("an evaluation for an ending of checkers"), ending_tasks},
    {"yahtzee", N_("a player for Yahtzee"), yahtzee_tasks},
    {"tictactoe-nim", N_("perfect play in small games"), small_tasks},
    {"backgammon-td", N_("temporal differences in backgammon"), td_tasks},
    {0},
};

const hra_grade_course *hra_grade_course_at(int index) {
    const int count = (int)(sizeof courses / sizeof *courses) - 1;
    return index >= 0 && index < count ? &courses[index] : NULL;
}

const hra_grade_course *hra_grade_course_find(const char *name) {
    for (const hra_grade_course *c = courses; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const hra_grade_task *hra_grade_task_find(const hra_grade_course *course, const char *name) {
    for (const hra_grade_task *t = course->tasks; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}
