/* What a program needs of hra/game.h, hra/player.h, hra/play.h and hra/match.h as they were when the number
 * of the interface became 1: written down here once and not brought up to date, so that earlier_test.c is
 * and stays a program of that time, whatever the headers of today say. It goes when HRA_ABI becomes 3.
 * (Nothing had been given out when the result of a match and the question grew, so those two were mended.) */
#ifndef HRA_EARLIER_H
#define HRA_EARLIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int hra_err;
typedef uint32_t hra_move;
typedef struct hra_registry hra_registry;
typedef struct hra_player hra_player;
typedef struct hra_agent hra_agent;
typedef struct hra_play hra_play;
typedef struct hra_game hra_game;
typedef struct hra_rules hra_rules;
typedef struct hra_host hra_host;
typedef struct hra_options hra_options;

enum { HRA_OVER = -2, HRA_MAX_SEATS = 8, HRA_MAX_FACTS = 12, HRA_THOUGHT_LINE = 32, HRA_EVENT_OVER = 5 };

typedef struct hra_error {
    hra_err code;
    int at;
    char text[320];
} hra_error;

typedef struct hra_text {
    char *data;
    size_t length, capacity;
    hra_err err;
} hra_text;

typedef struct hra_option {
    const char *name;
    int type;
    const char *fallback;
    double min, max;
    const char *choices;
    const char *help;
} hra_option;

struct hra_game {
    const hra_rules *rules;
    const hra_host *host;
    char *spec;
    int seats;
    size_t state_size;
    int max_moves, max_chances;
    bool zero_sum, first_alone, integral;
    double min_return, max_return;
    bool sum_bounded;
    double max_sum;
    int repetitions;
    void *data;
};

typedef struct hra_rules_text {
    size_t size;
    const char *title;
    const char *summary;
    const char *const *seat_names;
    void (*show)(const hra_game *, const void *s, const void *look, hra_text *out);
    void (*show_move)(const hra_game *, const void *s, hra_move m, hra_text *out);
    hra_err (*parse_move)(const hra_game *, const void *s, const char *text, hra_move *out, hra_error *);
    const char *move_help;
    void (*write_position)(const hra_game *, const void *s, hra_text *out);
    hra_err (*read_position)(const hra_game *, const char *text, void *s, hra_error *);
} hra_rules_text;

typedef struct hra_rules_manners {
    size_t size;
    void (*begin)(const hra_game *, uint64_t number, void *s);
    unsigned (*winners)(const hra_game *, const void *s);
    bool (*commits)(const hra_game *, const void *s, hra_move m);
    void (*view)(const hra_game *, const void *s, int seat, void *out);
    bool (*secret)(const hra_game *, const void *s, hra_move m);
    int (*steps)(const hra_game *, const void *s, hra_move m, int step, void *out);
    bool (*arrow)(const hra_game *, const void *s, int arrow, hra_move *out);
    const char *const *facts;
    uint32_t fact_amounts;
    void (*fact)(const hra_game *, const void *s, int seat, double *out);
} hra_rules_manners;

typedef struct hra_rules_hints {
    size_t size;
    uint64_t (*key)(const hra_game *, const void *s);
    bool (*irreversible)(const hra_game *, const void *s, hra_move m);
    bool (*legal)(const hra_game *, const void *s, hra_move m);
    void (*order)(const hra_game *, const void *s, const hra_move *moves, int n, int *score);
    int (*quiet)(const hra_game *, const void *s, hra_move *out, bool *forced);
    const void *prunes;
    bool rounds;
    const void *fast;
} hra_rules_hints;

typedef struct hra_rules_catalogue {
    size_t size;
    const char *best, *opponent, *win_player;
    const void *evaluations, *experts, *models, *solver, *formats, *examples, *benchmarks;
} hra_rules_catalogue;

struct hra_rules {
    size_t size;
    const char *name;
    struct {
        int fewest, most, usual;
        bool follow;
    } seats;
    const hra_option *options;
    hra_err (*open)(hra_game *, const hra_options *, hra_error *);
    void (*close)(hra_game *);
    void (*init)(const hra_game *, void *s);
    int (*to_move)(const hra_game *, const void *s);
    int (*moves)(const hra_game *, const void *s, hra_move *out);
    void (*apply)(const hra_game *, void *s, hra_move m);
    void (*returns)(const hra_game *, const void *s, double *out);
    int (*chances)(const hra_game *, const void *s, hra_move *out, double *probability);
    hra_move (*sample)(const hra_game *, const void *s, void *rng);
    const hra_rules_text *text;
    const hra_rules_manners *manners;
    const hra_rules_hints *hints;
    const hra_rules_catalogue *catalogue;
};

struct hra_host {
    size_t size;
    const hra_registry *registry;
    hra_err (*read)(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
    void *self;
    struct {
        int threads;
        size_t memory;
    } caps;
};

typedef struct hra_limits {
    int depth;
    uint64_t nodes, playouts;
    double seconds;
} hra_limits;

typedef struct hra_question {
    const void *state;
    const uint64_t *history;
    int history_length;
    hra_limits limits;
    uint64_t seed;
    const void *stop;
    void *found, *found_self;
} hra_question;

typedef struct hra_thought {
    double value[HRA_MAX_SEATS];
    int depth;
    uint64_t nodes;
    hra_move line[HRA_THOUGHT_LINE];
    int length;
} hra_thought;

typedef struct hra_player_kind {
    size_t size;
    const char *name, *title, *summary;
    const hra_option *options;
    int others;
    bool exact;
    hra_err (*open)(const hra_game *, const hra_options *, const char *data, const void *progress,
                    void **shared, hra_error *);
    void (*close)(void *shared);
    hra_err (*begin)(const void *shared, void **scratch);
    void (*end)(void *scratch);
    void (*forget)(void *scratch);
    hra_err (*choose)(const void *shared, void *scratch, const hra_question *, hra_move *out);
    hra_err (*analyse)(const void *shared, void *scratch, const hra_question *, void *result);
    hra_err (*advise)(const void *shared, void *scratch, const hra_question *, void *advice);
    hra_err (*value)(const void *shared, void *scratch, const void *s, double *out);
    void (*recall)(const void *shared, const void *scratch, hra_thought *out);
    hra_err (*observe)(void *scratch, const void *observer);
} hra_player_kind;

typedef struct hra_event {
    int kind, seat;
    hra_move move;
    int ply;
} hra_event;

typedef struct hra_play_setup {
    size_t size;
    const hra_game *game;
    const hra_player *const *players;
    int count;
    uint64_t seed, number;
    const char *position;
    bool manual_chance, background;
    hra_limits limits;
    const void *stop;
    hra_err (*sink)(void *self, const char *text, size_t length);
    void *sink_self;
} hra_play_setup;

typedef struct hra_match_setup {
    size_t size;
    const hra_game *game;
    const hra_player *const *players;
    int count;
    uint64_t games, seed;
    int threads;
    bool rotate;
    hra_limits limits;
    hra_err (*sink)(void *self, const char *text, size_t length);
    void *sink_self;
    const void *progress;
} hra_match_setup;

typedef struct hra_stats {
    void *bins;
    size_t used, capacity;
    uint64_t count;
    bool sorted;
} hra_stats;

typedef struct hra_match_player {
    int player, seat;
    hra_stats score;
    uint64_t wins, draws, losses;
    double points;
    uint64_t seat_games[HRA_MAX_SEATS];
    double seat_points[HRA_MAX_SEATS];
    hra_stats fact[HRA_MAX_FACTS];
    char *spec;
    uint64_t shared[HRA_MAX_SEATS][HRA_MAX_SEATS + 1];
} hra_match_player;

typedef struct hra_match_result {
    size_t size;
    uint64_t games;
    double seconds;
    bool stopped;
    int count;
    hra_match_player players[HRA_MAX_SEATS];
    uint64_t groups, partial;
    char *game;
    uint64_t seed, whole;
    bool rotate;
    hra_limits limits;
    void *ranges;
    int range_count;
} hra_match_result;

const char *hra_version(void);
int hra_abi(void);
void hra_text_addf(hra_text *text, const char *format, ...);
int64_t hra_options_int(const hra_options *options, const char *name);
hra_err hra_fail(hra_error *why, hra_err code, int at, const char *format, ...);
hra_err hra_registry_open(hra_registry **out, hra_error *why);
hra_err hra_registry_add_game(hra_registry *registry, const hra_rules *rules, hra_error *why);
void hra_registry_close(hra_registry *registry);
hra_err hra_game_open(hra_game **out, const hra_host *host, const char *spec, hra_error *why);
void hra_game_close(hra_game *game);
hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                        const void *progress, hra_error *why);
hra_err hra_player_open_kind(hra_player **out, const hra_game *game, const hra_player_kind *kind,
                             const char *options, const char *data, const void *progress, hra_error *why);
void hra_player_close(hra_player *player);
hra_err hra_registry_add_player(hra_registry *registry, const hra_player_kind *kind, hra_error *why);
hra_err hra_agent_open(hra_agent **out, const hra_player *player);
hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out);
hra_err hra_agent_recall(const hra_agent *agent, hra_thought *out);
hra_err hra_agent_value(hra_agent *agent, const void *state, double *out);
hra_err hra_agent_observe(hra_agent *agent, const void *observer);
void hra_agent_close(hra_agent *agent);
hra_err hra_play_open(hra_play **out, const hra_play_setup *setup, hra_error *why);
hra_err hra_play_step(hra_play *play, hra_event *out);
void hra_play_returns(const hra_play *play, double *out);
void hra_play_close(hra_play *play);
hra_err hra_match_run(const hra_match_setup *setup, hra_match_result *out, hra_error *why);
void hra_match_release(hra_match_result *result);

#endif
