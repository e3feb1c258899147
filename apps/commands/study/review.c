/* hra review: what each choice of a play cost, and what the dice gave. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/game_files.h"
#include "commands/open_game.h"
#include "commands/records.h"
#include "commands/stored_work.h"
#include "quiz.h"
#include "review.h"
#include "review_of.h"
#include "review_output.h"
#include "review_source.h"
#include "review_summary.h"
#include "term/term_review.h"
#include "term/term_table.h"

static const double REDRAWN = 0.1; /* seconds */

enum { BATCH = 8192 /* plies that are judged at a time without a store */ };

typedef struct reviewing {
    const args *args;
    bool all, step;
    const char *whose;  /* of --of; NULL: all players count */
    bool chosen;        /* it names a player of a game so far */
    hra_text strangers; /* players of the first game in which it does not */
    quiz *quiz;         /* mistakes become exercises; NULL: they are shown */
    review_output out;
    review_sum *sum; /* NULL: print each record */
    const char *by;
    const hra_player *analyst; /* of setup */
    hra_limits limits;         /* of each question to the judge */
    uint64_t threads;
    setup setup;
    const hra_game *game;
    term_review text;
    bool fresh;       /* the judge was opened for this record */
    int index;        /* of the record */
    double due;       /* when progress is drawn again */
    const char *file; /* that is read now */
    game_files files;
    review_sources sources; /* of the records of a batch; empty: not known */
    /* Judged here, ply by ply */
    hra_agent *agent;
    hra_review *review;
    /* Judged as work (hra/work.h), in several threads or in a store */
    bool works;        /* it is */
    bool refused;      /* a record is of another game than those before it */
    const char *store; /* NULL: none */
    stored_work stored;
    hra_text spec;  /* with the records so far; empty: there are none */
    int plies;      /* in it, */
    int records;    /* and how many records */
    hra_text words; /* the judge that a store names */
} reviewing;

/* ---- showing a review -----------------------------------------------------------------------*/

static int print_judge_fails(const reviewing *r, const hra_error *why) {
    if (why->code == HRA_EFIT)
        print_error(_("%s does not value positions; name another player with --analyst"), r->by);
    else if (why->code == HRA_ELIMIT)
        print_error("--analyst %s: %s", r->by, why->text);
    else if (why->code != HRA_ESTOPPED)
        print_error("%s", why->text);
    return why->code == HRA_ELIMIT ? EXIT_WRONG : print_exit_status(why->code);
}

/* The last on the way that has a name. */
static void show_opening(const hra_record *record) {
    hra_text name;
    hra_text_init(&name);
    int ply = hra_record_opening(record, hra_record_info(record)->plies, &name);
    if (ply >= 0)
        table_show_opening(hra_record_info(record)->game, hra_record_at(record, ply).state);
    hra_text_release(&name);
}

/* The judge and what each question to it is limited to, which comes before the limits of its spec. */
static void show_judge(const reviewing *r) {
    print(_("; analyst %s"), r->by);
    if (r->limits.nodes)
        print(_(", at most %llu nodes a move"), (unsigned long long)r->limits.nodes);
    if (r->limits.playouts)
        print(_(", at most %llu simulations a move"), (unsigned long long)r->limits.playouts);
    if (r->limits.seconds > 0)
        print(_(", at most %.3F s a move"), r->limits.seconds);
    print("\n");
}

/* What a file of other programs says of the game; seeds are in records alone. */
static void show_origin(const reviewing *r, const hra_record *record, const review_source *from) {
    const int seats = hra_record_info(record)->game->seats;
    if (*from->file)
        print("%s:%d", from->file, from->number);
    else
        print(_("game %d"), from->number);
    for (int seat = 0; seat < seats; seat++)
        print("%s%s", seat ? " - " : ": ", *r->text.player[seat] ? r->text.player[seat] : "?");
    print("\n");
    if (from->about)
        print("%s\n", from->about);
    if (from->places && from->places[hra_record_info(record)->plies - 1].game > 1)
        print("%s\n", _("3:7 is move 7 of game 3"));
    print("%s", r->game->spec);
    show_judge(r);
}

static void show_head(reviewing *r, const hra_record *record, const review_source *from) {
    if (r->fresh && !hra_player_info_of(hra_review_snapshot(r->text.review)->analyst)->exact)
        print(_("%s only estimates: luck and losses are estimates.\n"), r->by);
    r->fresh = false;
    print("%s", r->index ? "\n" : "");
    if (from->places || from->about)
        show_origin(r, record, from);
    else {
        print(_("%s, seed %llu, game %llu"), r->game->spec, (unsigned long long)hra_record_info(record)->seed,
              (unsigned long long)hra_record_info(record)->number);
        show_judge(r);
    }
    show_opening(record);
    print_cell(4, from->places ? _("move") : _("turn"));
    print(r->game->seats > 1 ? " %s\n" : "\n", _("player"));
}

static int add_to_sum(const reviewing *r) {
    hra_err err = review_sum_add(r->sum, r->text.review, r->text.player, r->text.only);
    if (err)
        print_error(_("--summary takes at most %d players"), REVIEW_SUM_PLAYERS);
    return err ? EXIT_WRONG : EXIT_DONE;
}

/* Judges the next ply, unless work has done so. */
static int judge_next(const reviewing *r, int ply) {
    hra_error why = {0};
    if (!r->review) /* of a work: what is missing here was not judged yet */
        return ply < hra_review_snapshot(r->text.review)->done ? EXIT_DONE : EXIT_INTERRUPTED;
    hra_err err = hra_review_step(r->review, print_progress()->stop);
    if (!err)
        return EXIT_DONE;
    const hra_error *said = hra_agent_why(r->agent);
    hra_fail(&why, err, -1, "%s", err == HRA_ELIMIT && said ? said->text : hra_err_text(err));
    return print_judge_fails(r, &why);
}

/* Draws how far a game is. Work reports by itself. */
static void draw_far(reviewing *r, int number, int ply, int plies) {
    const double now = hra_clock();
    hra_text line;
    if (!r->review || now < r->due)
        return;
    r->due = now + REDRAWN;
    hra_text_init(&line);
    hra_text_addf(&line, _("reviewing game %d, %d %%"), number, plies ? 100 * ply / plies : 0);
    print_waiting(print_string(&line));
    hra_text_release(&line);
}

/* Shows each ply as soon as it is judged; nothing if the judge turns out to be unable to judge. */
static int show_plies(reviewing *r, const hra_record *record, const review_source *from) {
    int plies = hra_review_snapshot(r->text.review)->plies, ply = 0;
    do {
        print_reached(_("ply %d of %d of record %d"), ply, plies, r->index + 1);
        draw_far(r, from->number, ply, plies);
        int status = judge_next(r, ply);
        print_progress_done();
        if (status)
            return status;
        if (!r->out.text || !r->out.all.games_too)
            continue;
        if (ply == 0)
            show_head(r, record, from);
        if (ply == plies)
            break;
        term_review_ply(&r->text, ply, r->all);
    } while (++ply < plies);
    return EXIT_DONE;
}

/* What the formats and lists get. */
static int write_record(reviewing *r, const hra_record *record, const review_source *from) {
    return review_output_game(&r->out, &(review_game){.review = r->text.review,
                                                      .record = record,
                                                      .players = r->text.player,
                                                      .analyst = r->by,
                                                      .file = from->file,
                                                      .number = from->number,
                                                      .encoding = from->encoding,
                                                      .faults = from->faults,
                                                      .about = from->about,
                                                      .places = from->places,
                                                      .only = r->text.only,
                                                      .mine = r->text.mine});
}

static int add_exercises(reviewing *r, const hra_record *record) {
    if (!r->agent && hra_agent_open(&r->agent, r->analyst) != 0)
        return print_no_memory();
    const hra_limits limits = {.nodes = r->limits.nodes, .playouts = r->limits.playouts};
    return quiz_add_review(r->quiz, r->text.review, record, r->agent, &limits, r->text.player, r->text.only);
}

static int show_record(reviewing *r, const hra_record *record, const hra_review *review,
                       const review_source *from) {
    r->text.review = review;
    for (int seat = 0; seat < r->game->seats; seat++) {
        const char *name = hra_record_info(record)->names[seat];
        r->text.player[seat] = *name ? name : hra_record_info(record)->specs[seat];
    }
    r->text.places = from->places;
    r->text.mine = review_mine(hra_record_info(record));
    r->text.only = r->whose ? review_of(r->whose, hra_record_info(record)) : 0;
    int status = show_plies(r, record, from);
    if (!status)
        status = write_record(r, record, from);
    if (!status && r->sum)
        status = add_to_sum(r);
    if (!status && r->quiz)
        status = add_exercises(r, record);
    if (status || !r->out.text || !r->out.all.games_too)
        return status;
    term_review_graph(&r->text);
    term_review_accounts(&r->text);
    return r->step ? term_review_walk(&r->text) : EXIT_DONE;
}

/* ---- a record that is judged here -----------------------------------------------------------*/

static bool is_of_game(const reviewing *r, const char *spec) {
    return r->game && hra_spec_equal(r->game->spec, spec, HRA_NAME_GAME, NULL, NULL);
}

/* Opens the game of the record and its judge, or keeps those of the record before where the game is the
 * same. */
static int prepare(reviewing *r, const hra_record *record) {
    if (is_of_game(r, hra_record_info(record)->game->spec))
        return EXIT_DONE;
    hra_agent_close(r->agent);
    r->agent = NULL;
    r->game = NULL;
    setup_release(&r->setup);
    memset(&r->setup, 0, sizeof r->setup);
    store_folder(r->args, r->setup.data);
    int status = setup_again(&r->setup, hra_record_info(record)->game);
    if (status)
        return status;
    r->game = r->setup.game;
    r->by = args_text(r->args, "analyst", hra_player_suggest(r->game).best);
    r->fresh = true;
    return setup_player(&r->setup, r->by, &r->analyst);
}

static int judge_here(reviewing *r, const record_found *found) {
    const hra_record *record = found->record;
    review_source from;
    hra_error why;
    int status = prepare(r, record);
    if (status)
        return status;
    if (!r->agent && hra_agent_open(&r->agent, r->analyst) != 0)
        return print_no_memory();
    if (hra_review_open(&r->review, r->agent, record, &why) != 0)
        return print_failure(&why, NULL);
    hra_review_limit(r->review, r->limits);
    status = review_source_of(r->file, found, &from) ? show_record(r, record, r->review, &from)
                                                     : print_no_memory();
    review_source_release(&from);
    hra_review_close(r->review);
    r->review = NULL;
    r->index++;
    return status;
}

/* ---- records that are judged as work --------------------------------------------------------*/

/* Shows what was judged, up to where the first result is missing. */
static int show_work(reviewing *r) {
    int status = EXIT_DONE;
    const hra_record *record;
    for (int i = 0; !status && (record = hra_work_record(r->stored.share.work, i)) != NULL; i++) {
        const review_source unknown = {.file = "", .number = i + 1};
        status = show_record(r, record, hra_work_review(r->stored.share.work, i),
                             (size_t)i < r->sources.count ? &r->sources.list[i] : &unknown);
        r->index += !status;
    }
    return status;
}

static int run_work(reviewing *r, bool plays, bool shows) {
    hra_error why;
    hra_err err = stored_work_run(&r->stored, plays, &why);
    print_progress_done();
    if (!shows)
        return err ? print_failure(&why, NULL) : stored_work_show_status(&r->stored, r->args, "player");
    int status = show_work(r);
    if (err)
        return print_judge_fails(r, &why);
    if (status == EXIT_INTERRUPTED && !plays)
        return EXIT_DONE; /* a report of what there is */
    if (status == EXIT_INTERRUPTED && r->stored.share.queue)
        stored_work_say_how_to_go_on(&r->stored, r->args);
    return status;
}

/* Judges the records that were collected, in the threads of this process. */
static int run_batch(reviewing *r) {
    if (!r->records)
        return EXIT_DONE;
    int status = stored_work_alone(&r->stored, r->args, &r->spec);
    if (!status)
        status = run_work(r, true, true);
    stored_work_close(&r->stored);
    hra_text_clear(&r->spec);
    r->records = r->plies = 0;
    review_sources_clear(&r->sources);
    return status;
}

/* A line that was cut off does not count, as in the file. */
static void add_lines(const char *text, size_t length, hra_text *out) {
    const char *end = text + length;
    for (const char *at = text, *line; at < end; at = line + 1) {
        size_t left = (size_t)(end - at);
        line = memchr(at, '\n', left);
        if (!line && !(line = memchr(at, '\r', left)))
            return;
        if (line > at && *at != '\r') {
            hra_text_add(out, "record ");
            hra_text_add_bytes(out, at, (size_t)(line - at));
            hra_text_add_char(out, '\n');
        }
    }
}

static void begin_spec(reviewing *r) {
    hra_text_clear(&r->spec);
    stored_work_spec("review", r->game, &r->spec);
    hra_text_addf(&r->spec, "player %s\n", r->by);
    stored_work_limits(&r->limits, &r->spec);
}

static int collect(reviewing *r, const record_found *found) {
    const hra_play_info *info = hra_record_info(found->record);
    int status = EXIT_DONE;
    if (r->records && !r->store && (!is_of_game(r, info->game->spec) || !info->plies || r->plies >= BATCH))
        status = run_batch(r);
    if (!status && !r->store && !info->plies)
        return judge_here(r, found);
    if (!status)
        status = prepare(r, found->record);
    if (!status && !r->store && !review_sources_add(&r->sources, r->file, found))
        status = print_no_memory(); /* a store is reported the same where the files are not */
    if (status)
        return status;
    r->setup.host = found->host; /* the work reads its records as they were read here */
    if (!r->records)
        begin_spec(r);
    hra_text text;
    hra_text_init(&text);
    bool read = records_text(found, &text) == 0;
    add_lines(hra_text_string(&text), text.length, &r->spec);
    hra_text_release(&text);
    if (!read)
        return print_no_memory();
    r->records++;
    r->plies += info->plies;
    return r->spec.err ? print_no_memory() : EXIT_DONE;
}

static int run_in_store(reviewing *r) {
    int status = stored_work_begin(&r->stored, r->args, &r->spec);
    return status ? status : run_work(r, true, true);
}

/* resume, status and report: what the store names is what counts. */
static int go_on(reviewing *r) {
    const char *verb = r->args->words[0];
    const bool plays = strcmp(verb, "resume") == 0;
    size_t length = 0;
    if (!args_wants_store(r->args))
        return EXIT_WRONG;
    store_folder(r->args, r->setup.data);
    r->stored.share.threads = (int)r->threads;
    int status = stored_work_open(&r->stored, r->args, r->args->words[1], "review", plays);
    if (status)
        return status;
    const char *spec = hra_work_info_of(r->stored.share.work)->spec;
    const char *player = stored_work_line(spec, "player", &length);
    r->limits = stored_work_read_limits(spec);
    hra_text_add_bytes(&r->words, player ? player : "", length);
    r->by = hra_text_string(&r->words);
    r->game = r->setup.game;
    r->fresh = true;
    if (r->words.err)
        return print_no_memory();
    return run_work(r, plays, strcmp(verb, "status") != 0);
}

/* ---- the command ----------------------------------------------------------------------------*/

/* What is added up is of one game, and so is what a store keeps. */
static int check_game(reviewing *r, const char *spec) {
    const bool first = r->sum ? !r->sum->records && !r->records : !r->records;
    if (first || (!r->sum && !r->store) || is_of_game(r, spec))
        return EXIT_DONE;
    print_error(r->sum ? _("--summary takes records of one game, found %s and %s")
                       : _("--store takes records of one game, found %s and %s"),
                r->game->spec, spec);
    r->refused = true;
    return EXIT_WRONG;
}

/* A position is a game without moves. */
static bool has_nothing_to_review(const reviewing *r, const record_found *found) {
    const hra_play_info *info = hra_record_info(found->record);
    if (info->plies || info->outcome != HRA_OUTCOME_NONE)
        return false;
    if (found->game->fault_count) /* the fault that was printed says why */
        return true;
    if (*r->file)
        print_note(_("%s, game %d: no move to review"), r->file, found->game->index + 1);
    else
        print_note(_("game %d: no move to review"), found->game->index + 1);
    return r->out.text || r->store; /* a store has no place for it */
}

/* Whether --of names a player of this game; in many games one plays only in some. */
static bool is_chosen(reviewing *r, const hra_play_info *info) {
    if (!r->whose || review_of(r->whose, info)) {
        r->chosen = true;
        return true;
    }
    if (!r->strangers.length)
        review_add_players(info, &r->strangers);
    return false;
}

static int look(void *self, const record_found *found) {
    reviewing *r = self;
    if (!found->record) { /* after those before it */
        int before = r->works && !r->store ? run_batch(r) : EXIT_DONE;
        return before ? before : review_output_unread(&r->out, found->game);
    }
    int status = check_game(r, hra_record_info(found->record)->game->spec);
    if (status || !is_chosen(r, hra_record_info(found->record)) || has_nothing_to_review(r, found))
        return status;
    return r->works ? collect(r, found) : judge_here(r, found);
}

static int review_files(reviewing *r) {
    const args *a = r->args;
    bool damaged = false;
    int status = EXIT_DONE;
    if (r->store)
        status = stored_work_heed(&r->stored, a, r->store, NULL, NULL);
    if (!status)
        status = game_files_list(&r->files, a->words, a->word_count);
    r->file = "";
    if (!status && a->word_count == 0)
        status = records_all(a, NULL, look, r, &damaged);
    for (size_t i = 0; i < r->files.count && !status; i++) {
        r->file = r->files.names[i];
        status = records_all(a, r->file, look, r, &damaged);
    }
    if (!status && !r->chosen && r->strangers.length) {
        print_error(_("review: --of '%s' fits no single player; players are: %s"), r->whose,
                    print_string(&r->strangers));
        return EXIT_WRONG;
    }
    if (!status && r->works)
        status = r->store ? run_in_store(r) : run_batch(r);
    return status || !damaged ? status : EXIT_WRONG;
}

static bool read_options(reviewing *r) {
    const args *a = r->args;
    hra_limits *limits = &r->limits;
    r->all = args_given(a, "all-moves");
    r->step = args_given(a, "step");
    r->whose = args_text(a, "of", NULL);
    r->store = args_text(a, "store", NULL);
    return args_number(a, "threads", 1, 1, HRA_MATCH_THREADS, &r->threads) &&
           args_number(a, "nodes", 0, 1, UINT64_MAX, &limits->nodes) &&
           args_number(a, "playouts", 0, 1, UINT64_MAX, &limits->playouts) &&
           args_seconds(a, "time", 0, &limits->seconds);
}

/* Nothing is printed that would show an answer. */
static bool read_quiz(reviewing *r, bool verb) {
    if (verb || r->store || r->limits.seconds > 0 || r->step || args_given(r->args, "summary") ||
        args_given(r->args, "output") || args_given(r->args, "format") || args_given(r->args, "json") ||
        args_given(r->args, "luck") || args_given(r->args, "trend") || args_given(r->args, "worst")) {
        print_error(
            "%s",
            _("review: --quiz asks on the terminal, and its answers do not depend on time: not with --store, "
              "--time, --step, --summary or --output"));
        return false;
    }
    r->quiz = calloc(1, sizeof *r->quiz);
    if (!r->quiz)
        (void)print_no_memory();
    return r->quiz != NULL;
}

/* A file that is damaged in part can be asked about; its damage was printed. */
static int ask(const reviewing *r, int status) {
    const bool damaged = status == EXIT_WRONG && !r->refused && r->quiz->count > 0;
    if (status && !damaged)
        return status;
    const int asked = quiz_run(r->quiz);
    return asked ? asked : status;
}

static int review(reviewing *r) {
    const bool verb = r->args->word_count && args_is_verb(r->args->command, r->args->words[0]);
    if (!read_options(r))
        return EXIT_WRONG;
    r->works = r->threads > 1 || r->store;
    if (args_given(r->args, "quiz") && !read_quiz(r, verb))
        return EXIT_WRONG;
    if (args_given(r->args, "summary") && !(r->sum = calloc(1, sizeof *r->sum)))
        return print_no_memory();
    int status = review_output_open(&r->out, r->args);
    if (r->quiz)
        r->out.text = false;
    if (!status && r->step && (!r->out.text || !r->out.all.games_too)) {
        print_error("%s",
                    _("review: --step goes through printed games, so not with --output, --summary, --luck or "
                      "--trend"));
        status = EXIT_WRONG;
    }
    if (status)
        return status;
    status = verb ? go_on(r) : review_files(r);
    if (r->quiz)
        return ask(r, status);
    if (!(r->out.all.games || r->out.unread) || r->refused)
        return status;
    int written = review_output_end(&r->out, r->sum, status != EXIT_INTERRUPTED);
    return status ? status : written;
}

int review_run(const args *a) {
    reviewing *r = calloc(1, sizeof *r);
    if (!r)
        return print_no_memory();
    r->args = a;
    r->stored.setup = &r->setup;
    hra_text_init(&r->spec);
    hra_text_init(&r->words);
    hra_text_init(&r->strangers);
    int status = review(r);
    stored_work_close(&r->stored);
    hra_text_release(&r->words);
    hra_text_release(&r->strangers);
    hra_text_release(&r->spec);
    review_output_release(&r->out);
    game_files_release(&r->files);
    review_sources_release(&r->sources);
    free(r->sum);
    if (r->quiz)
        quiz_release(r->quiz);
    free(r->quiz);
    hra_agent_close(r->agent);
    setup_release(&r->setup);
    free(r);
    return status;
}
