/* hra rollout: moves of a position compared by playing each out again and again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/stored_work.h"

static const args_option options[] = {
    {.name = "position", .value = "P", .help = "start from this position"},
    {.name = "moves", .value = "MOVE", .help = "roll out these moves (default: the best ones)", .many = true},
    {.name = "best", .value = "N", .help = "roll out the N best moves (default: 5)"},
    {.name = "player",
     .letter = 'p',
     .value = "PLAYER",
     .help = "player in all seats (default: one that searches one ply)"},
    {.name = "trials", .value = "N", .help = "trials per move (default: 360)"},
    {.name = "truncate", .value = "N", .help = "evaluate after N decisions (default: to the end)"},
    {.name = "jsd", .value = "N", .help = "stop when the best move leads by N joint standard deviations"},
    {.name = "no-variance-reduction", .help = "do not subtract luck"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of trials to run in parallel; does not change results (default: all processors)"},
    {.name = "seed", .value = "N", .help = "random seed (default: random, printed)"},
    {.name = "json", .help = "print JSON"},
    STORED_WORK_OPTIONS,
    {.name = "allow-files", .help = "let specs in records and stores read files"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum { MOST_THREADS = 256, MOST_PLIES = 1000000, MOST_BEST = 64, MOST_ERRORS = 1000 };

typedef struct rolling {
    const args *args;
    setup setup;
    const hra_game *game;
    void *state;
    hra_move *moves;
    int count;
    const char *player;
    bool plain; /* luck is not subtracted */
    hra_agent *agent;
    const hra_rollout *rollout; /* what was found */
    hra_rollout_info found;     /* the same, of all moves */
    uint64_t best, trials, plies, errors, threads;
    double began, seconds; /* how long it took, or with a store all who took part */
    stored_work stored;
    hra_text words; /* what a store keeps, in words */
    bool keeps;     /* it is stored */
    bool plays;     /* else what was kept is shown */
    bool status;    /* in a few lines */
} rolling;

/* ---- which moves ----------------------------------------------------------------------------*/

static int read_moves(rolling *r) {
    const char *const *words;
    int n = args_values(r->args, "moves", &words);
    hra_error why;
    for (int i = 0; i < n; i++) {
        if (hra_game_parse_move(r->game, r->state, words[i], &r->moves[r->count], &why) != 0)
            return print_failure(&why, words[i]);
        r->count++;
    }
    return EXIT_DONE;
}

static int print_cannot_tell(const rolling *r) {
    print_error(_("%s does not value positions; name another player with --player"), r->player);
    return EXIT_WRONG;
}

/* The moves that the player advises first; all where they are few. */
static int find_moves(rolling *r) {
    hra_question question = {
        .state = r->state, .seed = r->setup.seed, .stop = print_progress()->stop, .want = HRA_WANT_ADVICE};
    hra_analysis advice;
    hra_analysis_init(&advice);
    r->count = hra_game_moves(r->game, r->state, r->moves);
    hra_err err = (uint64_t)r->count > r->best ? hra_agent_ask(r->agent, &question, &advice) : HRA_OK;
    if (!err && advice.move_count) {
        r->count = 0;
        for (int i = 0; i < advice.move_count && (uint64_t)i < r->best; i++)
            r->moves[r->count++] = advice.moves[i].move;
    }
    hra_analysis_release(&advice);
    if (err == HRA_EFIT)
        return print_cannot_tell(r);
    if (err)
        print_error("%s: %s", r->player, hra_agent_why(r->agent)->text);
    return err == HRA_ESTOPPED ? EXIT_INTERRUPTED : err ? EXIT_FAILED : EXIT_DONE;
}

/* ---- what was found -------------------------------------------------------------------------*/

enum { MOVE = 26, NUMBER = 9 };

static void add_head(const rolling *r, hra_text *out) {
    const bool stake_actions = r->found.stake_actions;
    const char *const heads[] = {_("points"), _("+- error"), stake_actions ? _("gain") : _("lead"),
                                 _("+- error"), _("with luck")};
    hra_text_add(out, "\n\n  ");
    print_add_cell(out, 2 - MOVE, stake_actions ? "" : _("move"));
    for (int i = 0; i < (r->plain ? 4 : 5); i++) {
        hra_text_add_char(out, ' ');
        print_add_cell(out, NUMBER, heads[i]);
    }
    hra_text_add(out, "\n");
}

/* `stake_action`: its name; NULL: a move. */
static void add_rolled(const rolling *r, const hra_rolled *told, const char *stake_action, bool best,
                       hra_text *out) {
    size_t from = out->length;
    hra_text_add(out, best ? "> " : "  ");
    if (stake_action)
        hra_text_add(out, _(stake_action));
    else if (r->count)
        hra_game_say_move(r->game, r->state, told->move, out);
    hra_text_pad(out, from, MOVE);
    hra_text_addf(out, " %*.4F %*.4F", NUMBER, print_rounded(told->mean, 4), NUMBER, told->error);
    if (told->behind_error > 0 || told->behind != 0)
        hra_text_addf(out, " %*.4F %*.4F", NUMBER,
                      print_rounded(stake_action ? -told->behind : told->behind, 4), NUMBER,
                      told->behind_error);
    else
        hra_text_addf(out, " %*s %*s", NUMBER, "", NUMBER, "");
    if (!r->plain)
        hra_text_addf(out, " %*.4F", NUMBER, print_rounded(told->plain, 4));
    hra_text_add(out, "\n");
}

static int by_mean(const void *a, const void *b) {
    const hra_rolled *x = a, *y = b;
    if (x->mean != y->mean)
        return x->mean > y->mean ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static int show_text(const rolling *r) {
    hra_text out;
    int count = r->found.count;
    unsigned long long trials = r->found.trials;
    hra_rolled *told = calloc((size_t)count, sizeof *told);
    if (!told)
        return print_no_memory();
    const bool stake_actions = r->found.stake_actions;
    const int best = stake_actions ? r->found.best : 0;
    for (int i = 0; i < count; i++)
        hra_rollout_move(r->rollout, i, &told[i]);
    if (!stake_actions)
        qsort(told, (size_t)count, sizeof *told, by_mean);
    hra_text_init(&out);
    hra_text_addf(&out,
                  _n("%llu trial per move by %s, seed %llu, %.1F s",
                     "%llu trials per move by %s, seed %llu, %.1F s", trials),
                  trials, r->player, (unsigned long long)r->setup.seed, r->seconds);
    add_head(r, &out);
    for (int i = 0; i < count; i++)
        add_rolled(r, &told[i], stake_actions ? r->game->rules->conduct->stake_actions[i] : NULL, i == best,
                   &out);
    free(told);
    return print_text(&out);
}

static int show_json(const rolling *r) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_rollout(&json, NULL, r->rollout, r->seconds);
    return print_json(&out);
}

/* What was found, where there is anything. */
static int show(const rolling *r) {
    print_reached(_("%llu of %llu trials"), (unsigned long long)r->found.trials,
                  (unsigned long long)r->trials);
    if (r->found.trials > 0)
        return args_given(r->args, "json") ? show_json(r) : show_text(r);
    if (!print_interrupted() && r->keeps)
        print_error("%s", _("no cycle of trials is finished yet"));
    return print_interrupted() ? EXIT_INTERRUPTED : EXIT_FAILED;
}

/* ---- the trials ------------------------------------------------------------------------------*/

/* All that decides what is found, the moves too, which the player may have chosen. */
static void add_spec(const rolling *r, hra_text *out) {
    stored_work_spec("rollout", r->game, out);
    if (args_text(r->args, "position", NULL)) {
        hra_text_add(out, "position ");
        args_add_line(r->args, "position", out);
        hra_text_add_char(out, '\n');
    }
    hra_text_addf(out, "player %s\n", r->player);
    for (int i = 0; i < r->count; i++) {
        hra_text_add(out, "move ");
        r->game->rules->text->show_move(r->game, r->state, r->moves[i], out);
        hra_text_add_char(out, '\n');
    }
    hra_text_addf(out, "trials %llu\n", (unsigned long long)r->trials);
    if (r->plies)
        hra_text_addf(out, "plies %llu\n", (unsigned long long)r->plies);
    if (r->errors)
        hra_text_addf(out, "errors %llu\n", (unsigned long long)r->errors);
    hra_text_addf(out, "luck %s\nseed %llu\n", r->plain ? "no" : "yes", (unsigned long long)r->setup.seed);
}

static int tell(rolling *r, hra_error *why) {
    if (r->status)
        return stored_work_show_status(&r->stored, r->args, "player");
    r->seconds = hra_clock() - r->began;
    if (r->keeps && stored_work_seconds(&r->stored, &r->seconds, why) != 0)
        return print_failure(why, NULL);
    int status = show(r);
    if (hra_work_is_finished(r->stored.share.work) || !r->plays)
        return status;
    if (r->keeps)
        stored_work_say_how_to_go_on(&r->stored, r->args);
    return status ? status : EXIT_INTERRUPTED;
}

static int roll(rolling *r) {
    hra_error why;
    hra_err err = stored_work_run(&r->stored, r->plays, &why);
    print_progress_done();
    r->rollout = hra_work_rollout(r->stored.share.work);
    r->found = hra_rollout_snapshot(r->rollout);
    if (err == HRA_EFIT)
        return print_cannot_tell(r);
    return err ? print_failure(&why, NULL) : tell(r, &why);
}

static int roll_spec(rolling *r) {
    hra_text spec;
    hra_text_init(&spec);
    add_spec(r, &spec);
    int status = r->keeps ? stored_work_begin(&r->stored, r->args, &spec)
                          : stored_work_alone(&r->stored, r->args, &spec);
    hra_text_release(&spec);
    return status ? status : roll(r);
}

/* ---- what a store has -----------------------------------------------------------------------*/

/* Appends the value of a line of the store, with a zero behind it; returns where it begins. */
static size_t add_line(rolling *r, const char *name) {
    size_t length = 0, at = r->words.length;
    const char *value = stored_work_line(hra_work_info_of(r->stored.share.work)->spec, name, &length);
    hra_text_add_bytes(&r->words, value ? value : "", length);
    hra_text_add_char(&r->words, '\0');
    return at;
}

/* What is shown of a store: the position, the player and the numbers. */
static int read_stored(rolling *r) {
    size_t position = add_line(r, "position"), player = add_line(r, "player"), trials = add_line(r, "trials"),
           luck = add_line(r, "luck"), move = add_line(r, "move");
    hra_error why;
    if (r->words.err)
        return print_no_memory();
    const char *words = r->words.data;
    r->game = r->setup.game;
    r->player = words + player;
    r->plain = words[luck] == 'n';
    r->count = words[move] != '\0';
    r->setup.seed = stored_work_seed(&r->stored);
    (void)args_parse_number(words + trials, &r->trials);
    r->state = malloc(r->game->state_size);
    if (!r->state)
        return print_no_memory();
    r->game->rules->init(r->game, r->state);
    if (words[position] && hra_game_read_position(r->game, words + position, r->state, &why) != 0)
        return print_failure(&why, words + position);
    return EXIT_DONE;
}

/* resume, status and report. */
static int go_on(rolling *r, const args *a) {
    if (!args_wants_store(a))
        return EXIT_WRONG;
    r->args = a;
    r->keeps = true;
    r->stored.share.threads = hra_processors();
    int status = stored_work_open(&r->stored, a, a->words[1], "rollout", r->plays);
    if (!status)
        status = read_stored(r);
    return status ? status : roll(r);
}

/* Unless moves are named, a choice about the stakes is rolled out as what it comes down to. */
static bool is_about_stakes(const rolling *r) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    void *behind = conduct->stake_action ? malloc(r->game->state_size) : NULL;
    bool is = behind && !args_given(r->args, "moves") && conduct->stake_action(r->game, r->state, 0, behind);
    free(behind);
    return is;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int choose_moves(rolling *r) {
    const hra_player *player = NULL;
    hra_error why;
    int status = EXIT_DONE;
    r->state = setup_state(r->game, r->args, &status);
    r->moves = calloc(hra_game_move_capacity(r->game) + ARGS_MAX, sizeof *r->moves);
    if (!status && !r->moves)
        status = print_no_memory();
    if (!status)
        status = setup_player(&r->setup, r->player, &player);
    if (!status && hra_player_check_limits(player, &(hra_limits){0}, r->state, &why) != 0)
        status = print_failure(&why, NULL);
    if (!status && hra_agent_open(&r->agent, player) != 0)
        status = print_no_memory();
    const bool chance = !status && r->game->rules->to_move(r->game, r->state) < 0;
    if (chance && args_given(r->args, "moves")) {
        print_error("%s", _("rollout: --moves needs a position in which a player moves, not chance"));
        return EXIT_WRONG;
    }
    if (!status && !chance && is_about_stakes(r))
        r->count = HRA_ROLLOUT_STAKE_ACTIONS;
    else if (!status && !chance)
        status = args_given(r->args, "moves") ? read_moves(r) : find_moves(r);
    return status;
}

static bool read_options(rolling *r, const args *a) {
    uint64_t threads = (uint64_t)hra_processors();
    r->plain = args_given(a, "no-variance-reduction");
    return args_number(a, "best", 5, 1, MOST_BEST, &r->best) &&
           args_number(a, "trials", 360, 1, HRA_ROLLOUT_TRIALS, &r->trials) &&
           args_number(a, "truncate", 0, 1, MOST_PLIES, &r->plies) &&
           args_number(a, "jsd", 0, 1, MOST_ERRORS, &r->errors) &&
           args_number(a, "threads", threads, 1, MOST_THREADS, &r->threads) && setup_seed(&r->setup, a);
}

static int begin(rolling *r, const args *a) {
    const char *store = args_text(a, "store", NULL);
    r->args = a;
    if (!read_options(r, a))
        return EXIT_WRONG;
    int status = store ? stored_work_heed(&r->stored, a, store, &r->setup.seed, NULL) : EXIT_DONE;
    if (!status)
        status = setup_game_at(&r->setup, a, a->words[0]);
    if (status)
        return status;
    r->game = r->setup.game;
    r->player = args_text(a, "player", hra_player_suggest(r->game).fast);
    status = choose_moves(r);
    r->keeps = store != NULL;
    r->stored.share.threads = (int)r->threads;
    return status ? status : roll_spec(r);
}

static int run(const args *a) {
    rolling *r = calloc(1, sizeof *r);
    if (!r)
        return print_no_memory();
    const bool verb = args_is_verb(a->command, a->words[0]);
    r->began = hra_clock();
    r->status = verb && strcmp(a->words[0], "status") == 0;
    r->plays = !verb || strcmp(a->words[0], "resume") == 0;
    r->stored.setup = &r->setup;
    hra_text_init(&r->words);
    store_folder(a, r->setup.data);
    int status = verb ? go_on(r, a) : begin(r, a);
    stored_work_close(&r->stored);
    hra_agent_close(r->agent);
    hra_text_release(&r->words);
    free(r->moves);
    free(r->state);
    setup_release(&r->setup);
    free(r);
    return status;
}

static const args_verb verbs[] = {/* no game is called so */
                                  {"resume", STORED_RESUME},
                                  {"report", STORED_REPORT},
                                  {"status", STORED_STATUS},
                                  {0}};

const args_command command_rollout = {
    .name = "rollout",
    .synopsis = "GAME [--position P] | resume|report|status STORE",
    .verbs = verbs,
    .summary = "compare moves by rollouts with the same dice",
    .group = ARGS_STUDY,
    .details = "Plays each move to the end many times, all seats by one player, and prints the\n"
               "mean results.\n"
               "\n"
               "  hra rollout backgammon --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31\n"
               "  hra rollout race --trials 72 --truncate 7\n"
               "  hra rollout backgammon --moves 24/20 13/9 --jsd 3 \\\n"
               "      --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31\n",
    .notes = "The first two rolls run through all outcomes in turn. Luck is subtracted: at\n"
             "each roll, its value minus the mean value of all outcomes, as the player values\n"
             "them. 'lead' is the distance to the best mean, with the standard error of the\n"
             "difference; 'with luck' is the mean without the subtraction. If interrupted, it\n"
             "prints the trials of complete cycles.\n"
             "\n"
             "If it is chance's turn, the position itself is rolled out, for the first seat.\n"
             "A cube decision is rolled out as the positions that it leads to, unless --moves\n"
             "names moves; 'gain' is the difference from no double.\n"
             "\n"
             "With --store the run is saved in FILE or a PostgreSQL database. After any\n"
             "interruption, 'resume' continues it without repeating finished tasks; 'hra work\n"
             "STORE' takes part from other processes and machines.\n"
             "\n"
             "  hra rollout resume STORE\n"
             "  hra rollout report STORE    print the results so far\n"
             "  hra rollout status STORE    print progress, and how much each machine did\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
