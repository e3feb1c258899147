/* How well evaluations and short searches order positions of checkers, compared with a deep search of another
 * program and with the tables of endings, by classes of positions.
 *
 *     play_checkers --games 6000 --first 900000000 --seed 4217 --nodes 3000 --tables 4 --out rank.games
 *     rank_checkers draw rank.games >positions.txt
 *     rank_checkers label positions.txt "ANOTHER PROGRAM" "nodes=1000000" >set.txt
 *     rank_checkers rank set.txt evaluation expert:depth=5,tables=0
 *     rank_checkers results rank.games
 *
 * `draw GAMES [EACH [OF A GAME [level]]]` takes positions from games whose numbers and seed are none of those
 * that the nets learnt from. The pieces alone decide which, so that no judge has a hand in it:
 *  - quiet: neither the side to move nor the other one could capture;
 *  - near-balanced: no side has two pieces more than the other, nor, a king counted as a man and a half, more
 *    than half a man. So a man and a king may stand against two men, or two kings against three men, but who
 *    is a man or a king up besides is left out, for that is easy to judge. With the word `level` both sides
 *    have as many men and as many kings, and counting orders nothing;
 *  - at most one (OF A GAME) of a class from each part of a game, which has two (play_checkers.c), chosen by
 *    lot; no position twice, nor turned with the colours swapped;
 *  - EACH (2,300) of a class with kings, a quarter of that of the others.
 *
 * `label` has a program that speaks the Hub protocol search each position, by itself (new-game), as far as
 * the words say that go into its `level`, and writes the score of its last `info` behind the position, for
 * the side to move. Where HRA_TABLES is a folder with tables of endings, positions with as few pieces get
 * the truth instead, and the program is not asked: win, draw or loss, exact.
 *
 * `rank` prints for each class Spearman's rank correlation of labels and worths, with its standard error by
 * bootstrap over positions, for `learnt` (the nets of `expert`, without any search), nets=FILE (others),
 * `material` (a man 1, a king 1.4), players (by their spec, without a folder of data), and files of labels of
 * the same positions. Ranks of equal labels are their mean: a win is a win, whether exact or a score of more
 * men than there are on the board, so where many labels are equal not even the best evaluation without ties
 * comes to 1. How far it could come stands in the column `most`. Then, of the positions that the labels say
 * are won or lost (these, and scores of more than SURE men), how often the one who wins is told a chance of
 * 73 % and more, which is about half a man, and the median of it. Classes with kings also by parts: estimates
 * and exact labels apart, as many pieces on both sides (equal), as many men and as many kings (level).
 *
 * `results` compares the evaluation with how the games ended, and prints the loss of foretelling that. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "checkers_nets.h"
#include "games/checkers/rules/board_flip.h"
#include "games/checkers/tables/tables.h"
#include "hra/hra.h"
#include "hra/protocol.h"
#include "protocol/hub_words.h"
#include "ranks.h"

enum { CLASSES = 5, MOST = 60000, LINE = 512, SAMPLES = 200, OF_A_GAME = 2 };

#define PATIENCE 120.0 /* seconds for an answer */
#define WON 12.0       /* men: nobody has more, so such a score tells that a win was found */
#define SURE 3.0       /* men: no win was found, but who says so means one */
#define CALLED                                                                                               \
    0.73 /* the chance from which on a position is called won: odds of e, about half a man more   \
                     */

static const char *const names[CLASSES] = {"24-19", "18-13", "12-9", "12-9-kings", "8-5-kings"};

typedef struct entry {
    ck_state s;
    int class;
    double label, worth; /* for the side to move; label: men, WON of a win */
    bool exact;
} entry;

typedef struct set {
    entry *entries;
    int count;
} set;

static _Noreturn void stop(const char *what, const char *why) {
    fprintf(stderr, "rank_checkers: %s%s%s\n", what, *why ? ": " : "", why);
    exit(EXIT_FAILURE);
}

/* ---- drawing --------------------------------------------------------------------------------*/

static int count_of(uint32_t squares) {
    return __builtin_popcount(squares);
}

static bool balanced(const ck_seen *s, bool level) {
    int pieces = count_of(s->pieces[0]) - count_of(s->pieces[1]);
    int kings = count_of(s->pieces[0] & s->kings) - count_of(s->pieces[1] & s->kings);
    return level ? pieces == 0 && kings == 0 : abs(pieces) <= 1 && abs(2 * pieces + kings) <= 1;
}

/* -1: it is in no class. */
static int class_of(const ck_seen *s) {
    int n = count_of(s->pieces[0] | s->pieces[1]);
    if (s->flags & (CK_SEEN_JUMP | CK_SEEN_THREAT | CK_SEEN_EXACT | CK_SEEN_BESIDE))
        return -1;
    if (n > 12)
        return s->kings ? -1 : n > 18 ? 0 : 1;
    return n > 8 ? (s->kings ? 3 : 2) : n > 4 && s->kings ? 4 : -1;
}

static bool has_kings(int class) {
    return class >= 3;
}

static ck_state state_of(const ck_seen *s) {
    return (ck_state){.board = ck_seen_board(s), .side = s->side};
}

/* The positions of a part of a game that were drawn so far, of each class. */
typedef struct drawn {
    ck_seen seen[CLASSES][OF_A_GAME];
    int count[CLASSES], met[CLASSES];
} drawn;

/* One of the positions that were met is as likely as another to be among those that are kept. */
static void meet(drawn *d, const ck_seen *s, int class, int of_a_game, hra_rng *rng) {
    int at = d->count[class] < of_a_game ? d->count[class]++
                                         : (int)hra_rng_below(rng, (uint32_t)d->met[class] + 1);
    if (at < of_a_game)
        d->seen[class][at] = *s;
    d->met[class]++;
}

static void write_position(const hra_game *game, const entry *e) {
    hra_text fen;
    hra_text_init(&fen);
    ck_write_position(game, &e->s, &fen);
    printf("%s\t%s", hra_text_string(&fen), names[e->class]);
    hra_text_release(&fen);
}

/* Takes what was drawn, as far as it is new and wanted, and begins anew. */
static void take(drawn *d, set *out, uint64_t *keys, int *wanted) {
    for (int class = 0; class < CLASSES; class ++)
        for (int i = 0; i < d->count[class]; i++) {
            ck_state s = state_of(&d->seen[class][i]);
            const ck_board own = ck_board_of(&s.board, s.side);
            const uint64_t key = ck_key(&own, CK_BLACK);
            int k = 0;
            while (k < out->count && keys[k] != key)
                k++;
            if (k < out->count || wanted[class] == 0)
                continue;
            wanted[class]--;
            keys[out->count] = key;
            out->entries[out->count++] = (entry){.s = s, .class = class};
        }
    memset(d, 0, sizeof *d);
}

static void draw(const hra_game *game, const char *name, int each, int of_a_game, bool level) {
    static uint64_t keys[CLASSES * MOST];
    set out = {malloc(sizeof(entry) * CLASSES * MOST), 0};
    FILE *file = fopen(name, "rb");
    drawn d = {0};
    ck_seen s;
    hra_rng rng;
    int wanted[CLASSES];
    if (!file || !out.entries)
        stop(name, "cannot be read");
    for (int class = 0; class < CLASSES; class ++)
        wanted[class] = has_kings(class) ? each : each / 4;
    hra_rng_init(&rng, 1);
    while (fread(&s, sizeof s, 1, file) == 1) {
        const int class = class_of(&s);
        if (s.flags & CK_SEEN_FIRST)
            take(&d, &out, keys, wanted);
        if (class >= 0 && balanced(&s, level))
            meet(&d, &s, class, of_a_game, &rng);
    }
    take(&d, &out, keys, wanted);
    fclose(file);
    for (int i = 0; i < out.count; i++) {
        write_position(game, &out.entries[i]);
        printf("\n");
    }
    for (int class = 0; class < CLASSES; class ++)
        if (wanted[class] > 0)
            fprintf(stderr, "rank_checkers: %d too few of %s\n", wanted[class], names[class]);
    free(out.entries);
}

/* ---- files ----------------------------------------------------------------------------------*/

static int class_named(const char *name) {
    for (int i = 0; i < CLASSES; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static double read_label(const char *text) {
    double value;
    if (strcmp(text, "win") == 0 || strcmp(text, "loss") == 0)
        return *text == 'w' ? WON : -WON;
    if (strcmp(text, "draw") == 0)
        return 0;
    if (!hra_number_read(text, NULL, &value))
        stop(text, "is no label");
    return fmax(-WON, fmin(WON, value));
}

/* Positions, with labels where there are any. */
static set read_set(const hra_game *game, const char *name, bool labelled) {
    set out = {malloc(sizeof(entry) * CLASSES * MOST), 0};
    FILE *file = fopen(name, "r");
    char line[LINE], fen[LINE], class[LINE], label[LINE], exact[LINE];
    hra_error why;
    if (!file || !out.entries)
        stop(name, "cannot be read");
    while (fgets(line, sizeof line, file) && out.count < CLASSES * MOST) {
        entry *e = &out.entries[out.count];
        if (*line == '#')
            continue;
        const int parts = sscanf(line, "%s %s %s %s", fen, class, label, exact);
        *e = (entry){.class = parts >= 2 ? class_named(class) : -1};
        if (e->class < 0 || (labelled && parts != 4))
            stop(name, "is no such file");
        if (hra_game_read_position(game, fen, &e->s, &why) != 0)
            stop(fen, why.text);
        if (parts == 4) {
            e->label = read_label(label);
            e->exact = strcmp(exact, "exact") == 0;
        }
        out.count++;
    }
    fclose(file);
    return out;
}

/* The games themselves: what is compared with is how they ended. */
static set read_games(const char *name) {
    set out = {malloc(sizeof(entry) * CLASSES * MOST), 0};
    FILE *file = fopen(name, "rb");
    int had[CLASSES] = {0};
    ck_seen s;
    if (!file || !out.entries)
        stop(name, "cannot be read");
    while (fread(&s, sizeof s, 1, file) == 1) {
        const int class = class_of(&s);
        if (class < 0 || had[class] == MOST || abs(s.value) >= CK_WON ||
            abs(count_of(s.pieces[0]) - count_of(s.pieces[1])) > 1)
            continue;
        had[class]++;
        out.entries[out.count++] = (entry){.s = state_of(&s), .class = class, .label = s.result * WON};
    }
    fclose(file);
    return out;
}

/* ---- labels ---------------------------------------------------------------------------------*/

typedef struct partner {
    const hra_game *game;
    const hra_hub *words;
    hra_channel *channel;
    hra_text line;
    hra_hub_line parts;
} partner;

static void say(partner *p, const char *format, ...) {
    hra_text out;
    hra_error why;
    va_list list;
    hra_text_init(&out);
    va_start(list, format);
    hra_text_addv(&out, format, list);
    va_end(list);
    hra_text_add_char(&out, '\n');
    if (out.err ||
        p->channel->write(p->channel, out.data, out.length, hra_clock() + PATIENCE, NULL, &why) != 0)
        stop("the program", out.err ? "no memory" : why.text);
    hra_text_release(&out);
}

/* Its next line; false: that is `end`. */
static bool hear(partner *p, const char *end) {
    hra_error why;
    if (p->channel->read(p->channel, &p->line, hra_clock() + PATIENCE, NULL, &why) != 0)
        stop("the program", why.text);
    (void)hra_text_string(&p->line); /* it ends in a zero now, and is taken to pieces where it stands */
    hra_hub_split(p->line.data, &p->parts);
    if (strcmp(p->parts.command, "error") == 0)
        stop("the program", "complained");
    return strcmp(p->parts.command, end) != 0;
}

static void greet(partner *p, const char *command) {
    hra_error why;
    bool variants = false;
    hra_text_init(&p->line);
    if (hra_host_run_program(NULL, command, NULL, &p->channel, &why) != 0)
        stop(command, why.text);
    say(p, "hub");
    while (hear(p, "wait")) {
        const char *name = hra_hub_value(&p->parts, "name");
        variants |= strcmp(p->parts.command, "param") == 0 && name && strcmp(name, "variant") == 0;
    }
    if (variants)
        say(p, "set-param name=variant value=%s", p->words->variant);
    say(p, "init");
    while (hear(p, "ready"))
        continue;
}

/* The score of its last line about a search of this position. */
static double ask(partner *p, const ck_state *s, const char *level) {
    char signs[HRA_HUB_BOARD];
    const char side = p->words->show(p->game, s, signs);
    double score = NAN;
    say(p, "new-game");
    say(p, "pos pos=%c%.*s", side, p->words->squares, signs);
    say(p, "level %s", level);
    say(p, "go think");
    while (hear(p, "done")) {
        const char *text = hra_hub_value(&p->parts, "score");
        if (strcmp(p->parts.command, "info") == 0 && text && !hra_number_read(text, NULL, &score))
            stop("the program said", text);
    }
    if (isnan(score))
        stop("the program", "told no score");
    return score;
}

/* The tables of most pieces that lie there; NULL: none. */
static ck_tables *find_tables(int *pieces) {
    const char *data = getenv("HRA_TABLES");
    ck_tables *tables = NULL;
    hra_error why;
    for (*pieces = CK_MAX_PIECES; data && *pieces >= 2; --*pieces)
        if (ck_tables_open(&tables, data, *pieces, (size_t)16 << 20, &why) == 0)
            return tables;
    *pieces = 0;
    return NULL;
}

static void label(const hra_game *game, const char *name, const char *command, const char *level) {
    static const char *const outcomes[] = {"loss", "draw", "win"};
    const set s = read_set(game, name, false);
    int pieces, wdl, distance;
    ck_tables *tables = find_tables(&pieces);
    ck_cache *cache = NULL;
    partner p = {.game = game, .words = hra_protocol_offered(game->rules, "hub")->words};
    if (tables && ck_cache_open(&cache, tables, (size_t)16 << 20) != 0)
        stop("no memory", "");
    greet(&p, command);
    printf("# scores of %s at %s; exact by tables of %d pieces\n", command, level, pieces);
    for (int i = 0; i < s.count; i++) {
        const entry *e = &s.entries[i];
        write_position(game, e);
        if (tables && ck_tables_probe(tables, cache, &e->s.board, e->s.side, &wdl, &distance))
            printf("\t%s\texact\n", outcomes[wdl + 1]);
        else
            printf("\t%g\testimate\n", ask(&p, &e->s, level));
        if (fflush(stdout) != 0)
            stop("the set", "cannot be written");
    }
    p.channel->close(p.channel, 0);
    hra_text_release(&p.line);
    ck_cache_close(cache);
    ck_tables_close(tables);
    free(s.entries);
}

/* ---- ranking --------------------------------------------------------------------------------*/

/* What one thing says of all positions, as chances of the side to move. */
static void judge_by_nets(const set *s, const char *name) {
    static ck_weights weights;
    const bool material = strcmp(name, "material") == 0;
    if (!material && ck_nets_named(name, &weights) != 0)
        stop(name, "holds no nets of checkers");
    for (int i = 0; i < s->count; i++)
        s->entries[i].worth =
            ck_chance(ck_evaluate(material ? NULL : &weights, &s->entries[i].s.board, s->entries[i].s.side));
}

static void judge_by_player(const set *s, const hra_game *game, const char *spec) {
    hra_agent *agent;
    hra_result result;
    hra_error why;
    if (hra_agent_of(&agent, game, spec, &why) != 0)
        stop(spec, why.text);
    hra_result_init(&result);
    for (int i = 0; i < s->count; i++) {
        const hra_question question = {.state = &s->entries[i].s};
        hra_agent_forget(agent);
        if (hra_agent_analyse(agent, &question, &result) != 0)
            stop(spec, result.why.text);
        s->entries[i].worth = (1 + result.value[s->entries[i].s.side]) / 2;
    }
    hra_result_release(&result);
    hra_agent_close(agent);
}

static void judge_by_file(const set *s, const hra_game *game, const char *name) {
    const set other = read_set(game, name, true);
    if (other.count != s->count)
        stop(name, "has other positions");
    for (int i = 0; i < s->count; i++) {
        if (memcmp(&s->entries[i].s, &other.entries[i].s, sizeof(ck_state)) != 0)
            stop(name, "has other positions");
        s->entries[i].worth = 1 / (1 + exp(-other.entries[i].label)); /* a man is about 1 there */
    }
    free(other.entries);
}

typedef struct pairs {
    double label[MOST], worth[MOST];
    int n;
} pairs;

/* *ceiling: of numbers without ties. */
static double correlation(const pairs *p, double *ceiling) {
    static double a[MOST], b[MOST];
    if (!ranks_of(p->label, p->n, a) || !ranks_of(p->worth, p->n, b))
        stop("no memory", "");
    *ceiling = ranks_ceiling(a, p->n);
    return ranks_correlation(a, b, p->n);
}

/* The standard deviation over samples drawn from the positions, as many each, some of them several times. */
static double bootstrap(const pairs *p) {
    static pairs sample;
    double sum = 0, square = 0, ceiling;
    hra_rng rng;
    hra_rng_init(&rng, 1);
    sample.n = p->n;
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; i < p->n; i++) {
            const uint32_t at = hra_rng_below(&rng, (uint32_t)p->n);
            sample.label[i] = p->label[at];
            sample.worth[i] = p->worth[at];
        }
        const double r = correlation(&sample, &ceiling);
        sum += r / SAMPLES;
        square += r * r / SAMPLES;
    }
    return sqrt(fmax(0, square - sum * sum));
}

/* The chances that those are told who win. */
static void report_won(const pairs *p) {
    static ranked won[MOST];
    int count = 0, called = 0;
    for (int i = 0; i < p->n; i++)
        if (fabs(p->label[i]) >= SURE) {
            won[count].value = p->label[i] > 0 ? p->worth[i] : 1 - p->worth[i];
            called += won[count++].value >= CALLED;
        }
    qsort(won, (size_t)count, sizeof *won, ranks_order);
    if (count)
        printf("  %4d won, %5.1f %% called so, median %.2f", count, 100.0 * called / count,
               won[count / 2].value);
}

static void report_loss(const pairs *p) {
    double loss = 0;
    for (int i = 0; i < p->n; i++) {
        const double r = (1 + p->label[i] / WON) / 2;
        loss -= (r * log(p->worth[i] + 1e-9) + (1 - r) * log(1 - p->worth[i] + 1e-9)) / p->n;
    }
    printf("  loss %.4f", loss);
}

/* EQUAL: as many pieces; LEVEL: as many men and as many kings. */
enum { ALL, ESTIMATES, EXACT, EQUAL, LEVEL, KINDS };

static bool is_of(const entry *e, int kind) {
    const ck_board *b = &e->s.board;
    const bool equal = __builtin_popcountll(b->pieces[0]) == __builtin_popcountll(b->pieces[1]);
    const int kings[2] = {__builtin_popcountll(b->pieces[0] & b->kings),
                          __builtin_popcountll(b->pieces[1] & b->kings)};
    if (kind == EQUAL || kind == LEVEL)
        return equal && (kind == EQUAL || kings[0] == kings[1]);
    return kind == ALL || e->exact == (kind == EXACT);
}

static void report(const set *s, const char *what, bool results) {
    static const char *const kinds[KINDS] = {"", ", estimates", ", exact", ", equal", ", level"};
    static pairs p;
    printf("%s\n", what);
    for (int class = 0; class < CLASSES; class ++)
        for (int kind = ALL; kind < (results ? ESTIMATES : KINDS); kind++) {
            char title[32];
            double ceiling;
            p.n = 0;
            for (int i = 0; i < s->count && p.n < MOST; i++)
                if (s->entries[i].class == class && is_of(&s->entries[i], kind)) {
                    p.label[p.n] = s->entries[i].label;
                    p.worth[p.n++] = s->entries[i].worth;
                }
            if (p.n < 2 || (kind != ALL && !has_kings(class)))
                continue;
            (void)hra_snprintf(title, sizeof title, "%s%s", names[class], kinds[kind]);
            printf("  %-22s %5d  %6.3f", title, p.n, correlation(&p, &ceiling));
            if (!results) /* else many are of the same game, and the error would be too small */
                printf(" ± %.3f", bootstrap(&p));
            printf("  most %.3f", ceiling);
            report_won(&p);
            if (results)
                report_loss(&p);
            printf("\n");
        }
    fflush(stdout);
}

static void rank(const hra_game *game, const char *name, int count, char **judges) {
    const set s = read_set(game, name, true);
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(judges[i], "r");
        if (strcmp(judges[i], "material") == 0 || strcmp(judges[i], "learnt") == 0)
            judge_by_nets(&s, judges[i]);
        else if (strncmp(judges[i], "nets=", 5) == 0)
            judge_by_nets(&s, judges[i] + 5);
        else if (file)
            judge_by_file(&s, game, judges[i]);
        else
            judge_by_player(&s, game, judges[i]);
        if (file)
            fclose(file);
        report(&s, judges[i], false);
    }
    free(s.entries);
}

int main(int argc, char **argv) {
    static const hra_host host = {.size = sizeof(hra_host), .read = hra_host_read_file};
    const char *step = argc > 2 ? argv[1] : "";
    const int each = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 2300;
    const int of_a_game = argc > 4 ? (int)strtol(argv[4], NULL, 10) : 1;
    hra_game *game;
    hra_error why;
    if (hra_game_open(&game, &host, "checkers", &why) != 0)
        stop("checkers", why.text);
    if (strcmp(step, "draw") == 0 && each > 0 && each <= MOST && of_a_game > 0 && of_a_game <= OF_A_GAME)
        draw(game, argv[2], each, of_a_game, argc > 5 && strcmp(argv[5], "level") == 0);
    else if (strcmp(step, "label") == 0 && argc == 5)
        label(game, argv[2], argv[3], argv[4]);
    else if (strcmp(step, "rank") == 0 && argc > 3)
        rank(game, argv[2], argc - 3, argv + 3);
    else if (strcmp(step, "results") == 0) {
        const set s = read_games(argv[2]);
        judge_by_nets(&s, "learnt");
        report(&s, "learnt", true);
        free(s.entries);
    } else {
        fputs("usage: rank_checkers draw GAMES [EACH [OF A GAME [level]]] | label POSITIONS COMMAND LEVEL |\n"
              "       rank SET learnt|nets=FILE|material|PLAYER|SET... | results GAMES\n",
              stderr);
        hra_game_close(game);
        return 2;
    }
    hra_game_close(game);
    return EXIT_SUCCESS;
}
