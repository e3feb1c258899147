/* hra tree: the tree that a player walked, as a picture. */
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/output.h"
#include "pictures/tree/tree_picture.h"
#include "quiz.h"
#include "tree_frames.h"
#include "tree_simulations.h"

static const args_option options[] = {
    {.name = "player",
     .letter = 'p',
     .value = "PLAYER",
     .help = "player or method, such as alphabeta:depth=3 (default: the game's best)"},
    {.name = "method", .letter = 'm', .value = "PLAYER", .alias = "player"},
    {.name = "position", .value = "P", .help = "start from this position"},
    {.name = "root", .value = "max|min", .help = "first player of a tree in parentheses (default: max)"},
    {.name = "seed", .value = "N", .help = "random seed (default: 1)"},
    {.name = "nodes",
     .value = "N",
     .help = "maximum nodes drawn (default: 200; of a tree file 65,536)",
     .section = N_("Drawing:")},
    {.name = "depth", .value = "N", .help = "maximum plies drawn"},
    {.name = "breadth", .value = "N", .help = "maximum moves drawn per node"},
    {.name = "boards", .help = "draw the board at each node, in SVG and JSON"},
    {.name = "terms", .help = "show at each leaf the terms that evaluations are made of"},
    {.name = "graph", .help = "draw equal positions once"},
    {.name = "working", .help = "write the search step by step in words, with alpha and beta"},
    {.name = "frames", .help = "write a picture of each step of the search, as files or pages"},
    {.name = "ascii", .help = "use ASCII instead of box characters"},
    {.name = "quiz",
     .help = "ask for the numbers of the tree instead of showing them",
     .section = N_("Exercises:")},
    {.name = "ask",
     .value = "WHAT",
     .help = "with --quiz: leaves, values, windows, cuts, order, joined by commas (default: values,cuts)"},
    {.name = "difficulty",
     .value = "1..5",
     .help = "with --quiz and the game tree: random tree of this difficulty"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "write to FILE; its ending is the format, as of --format (default: standard output)",
     .section = N_("Output:")},
    {.name = "svg",
     .value = "FILE.svg",
     .ends = PICTURE_ENDINGS,
     .stream = ARGS_OUTPUT,
     .help = "write SVG to FILE.svg; -: standard output"},
    {.name = "json", .help = "print JSON, or write it to FILE"},
    {.name = "format",
     .letter = 'f',
     .value = "F",
     .help = "text, dot, svg, json, tikz, tree, png, pdf, gif or html (default: by the name of FILE)"},
    PICTURE_OPTIONS,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

enum { TEXT, DOT, SVG, JSON, TIKZ, TREE, FORMATS };

/* Those behind FORMATS are made of SVG. */
static const char *const formats[] = {"text", "dot", "svg", "json", "tikz", "tree",
                                      "png",  "pdf", "gif", "html", NULL};
static const char *const endings[FORMATS] = {".txt .text", ".dot .gv",   PICTURE_ENDINGS,
                                             ".json",      ".tex .tikz", ".tree"};

typedef struct looking {
    setup setup;
    const hra_game *game;
    const char *method, *file; /* file NULL: standard output */
    void *state;
    int format;
    const char *ending; /* of the picture; NULL: by the name of the file */
    picture_look look;
    bool ascii, boards, terms, merge, quiz, working, frames;
    unsigned asked; /* of the quiz, 0: values and cuts */
    int difficulty; /* of a random tree, 0: that of the game */
    hra_trace_limits limits;
    hra_question question;
} looking;

/* The format that a file's name ends with; without an ending it is text. */
static bool format_of_file(looking *l) {
    l->format = TEXT;
    if (!l->file || !*output_ending(l->file))
        return true;
    while (l->format < FORMATS && !output_is(l->file, endings[l->format]))
        l->format++;
    return l->format < FORMATS ||
           output_ends("tree", "output", l->file, ".txt .dot .svg .png .pdf .gif .html .json .tex .tree");
}

/* --svg names a file, as --output does. */
static bool read_files(const args *a, looking *l) {
    const char *picture = args_text(a, "svg", NULL);
    l->file = args_text(a, "output", NULL);
    if (picture && (l->file || args_given(a, "json") || args_given(a, "format"))) {
        print_error(_("tree: --svg and --output both name the file; use one of them"));
        return false;
    }
    l->file = picture ? picture : l->file;
    return true;
}

/* The format that was named, if the name of the file does not promise another. */
static bool take_format(looking *l) {
    static const char *const made[] = {".png", ".pdf", ".gif", ".html"};
    const bool picture = l->format >= SVG && (l->format == SVG || l->format >= FORMATS);
    if (l->format >= FORMATS)
        l->ending = made[l->format - FORMATS];
    const char *right = l->ending ? l->ending : endings[l->format];
    const bool named = l->file && output_is(l->file, PICTURE_ENDINGS);
    l->ending = !picture || l->ending || named ? l->ending : ".svg";
    l->format = picture ? SVG : l->format;
    return !l->file || !output_misleads(l->file, right) || output_ends("tree", "output", l->file, right);
}

/* The format named by an option, or else by the ending of the file's name. */
static bool read_format(const args *a, looking *l) {
    const char *name = args_given(a, "svg")    ? "svg"
                       : args_given(a, "json") ? "json"
                                               : args_text(a, "format", NULL);
    if (!name)
        return format_of_file(l);
    for (l->format = 0; formats[l->format]; l->format++)
        if (strcmp(name, formats[l->format]) == 0)
            return take_format(l);
    const char *guess = hra_did_you_mean(name, formats);
    if (guess)
        print_error(
            _("tree: --format takes text, dot, svg, json, tikz, tree, png, pdf, gif or html, not '%s'; did "
              "you mean '%s'?"),
            name, guess);
    else
        print_error(
            _("tree: --format takes text, dot, svg, json, tikz, tree, png, pdf, gif or html, not '%s'"),
            name);
    return false;
}

static void write_json(const looking *l, const hra_analysis *result, const hra_trace_tree *tree,
                       const hra_graph *graph, hra_text *out) {
    const hra_walked walked = {
        .game = l->game, .state = l->question.state, .method = l->method, .result = result, .tree = tree};
    hra_json json = hra_json_begin(out);
    if (graph)
        hra_json_graph(&json, NULL, &walked, graph, l->boards);
    else
        hra_json_tree(&json, NULL, &walked, l->boards);
    hra_text_add_char(out, '\n');
}

/* In the format that is asked for. */
static hra_err write_picture(const looking *l, const tree_picture *p, hra_text *out, hra_error *why) {
    switch (l->format) {
    case DOT:
        (p->graph ? graph_dot : picture_dot)(p, out);
        return HRA_OK;
    case JSON:
        write_json(l, p->result, p->tree, p->graph, out);
        return HRA_OK;
    case SVG:
        return (p->graph ? graph_svg : picture_svg)(p, out);
    case TIKZ:
        picture_tikz(p, out);
        return HRA_OK;
    case TREE:
        return picture_tree_file(p, out, why);
    default:
        if (l->working)
            return picture_working(p, out);
        (p->graph ? graph_text : picture_text)(p, out);
        return HRA_OK;
    }
}

/* The frames of a search being written. */
typedef struct stepping {
    const tree_picture *picture;
    hra_err err;
} stepping;

static void add_frame(void *self, int step, hra_text *out) {
    stepping *s = self;
    const hra_err err = picture_frame(s->picture, step + 1, out);
    s->err = s->err ? s->err : err;
}

static int write_frames(const looking *l, const tree_picture *p) {
    tree_picture wide = *p; /* all steps are as wide as the widest */
    stepping s = {.picture = &wide};
    int count;
    if (picture_count_steps(p, &count, &wide.least) != 0)
        return print_no_memory();
    const int status =
        tree_frames_write(&(tree_frames){l->file, l->ending, l->look.width, count, add_frame, &s});
    return status || !s.err ? status : print_no_memory();
}

/* graph: NULL of a tree. */
static int draw(const looking *l, hra_agent *agent, const hra_analysis *result, const hra_trace_tree *tree,
                const hra_graph *graph) {
    hra_text out, position;
    hra_error why = {0};
    hra_board_style look = print_style(-1);
    hra_text_init(&out);
    hra_text_init(&position);
    l->game->rules->text->write_position(l->game, l->question.state, &position);
    tree_picture picture = {.game = l->game,
                            .method = l->method,
                            .position = hra_text_string(&position),
                            .result = result,
                            .tree = tree,
                            .graph = graph,
                            .title = l->look.title,
                            .bare = !l->look.caption,
                            .unicode = look.unicode && !l->ascii,
                            .color = look.color && !l->file};
    picture.limits = hra_agent_limits(agent, &l->question, &picture.usual);
    hra_err err = l->boards && l->format == SVG
                      ? tree_boards_open(&picture.boards, l->game, l->question.state)
                      : HRA_OK;
    if (!err && l->terms)
        err = tree_terms_open(&picture.terms, l->game, l->method);
    if (!err && !l->frames)
        err = write_picture(l, &picture, &out, &why);
    err = err ? err : out.err ? out.err : position.err;
    int status = EXIT_FAILED;
    if (!err && l->frames)
        status = write_frames(l, &picture);
    else if (err == HRA_EINPUT)
        status = print_failure(&why, NULL);
    else if (err)
        print_error("%s", hra_err_text(err));
    else if (l->format == SVG)
        status = output_write_svg(l->file, l->ending, &out, &l->look,
                                  l->look.title ? l->look.title : l->game->spec);
    else
        status = output_write(l->file, &out);
    tree_boards_close(picture.boards);
    tree_terms_close(picture.terms);
    hra_text_release(&out);
    hra_text_release(&position);
    return status;
}

/* *again: chance was to move and can go on in too many ways, so its moves have been made. */
static int look_through(looking *l, const args *a, hra_agent *agent, bool *again) {
    hra_analysis result;
    hra_trace *trace = NULL;
    hra_graph *graph = NULL;
    hra_error why;
    int status;
    hra_analysis_init(&result);
    l->question.stop = print_progress()->stop;
    hra_err err = l->merge ? hra_graph_walk(&graph, agent, &l->question, &l->limits, &result, &why)
                           : hra_trace_walk(&trace, agent, &l->question, &l->limits, &result, &why);
    bool begins = l->game->rules->to_move(l->game, l->state) == HRA_CHANCE;
    *again = err == HRA_ELIMIT && begins && setup_throw(l->game, a, l->question.seed, l->state);
    if (*again) {
        status = EXIT_DONE;
    } else if (err == HRA_EFIT) {
        print_error(_("tree: %s does not value positions, so there is nothing to draw"), l->method);
        status = EXIT_WRONG;
    } else if (err) {
        if (err == HRA_ESTOPPED)
            print_reached("%s: %s", l->method, why.text);
        else
            print_error("%s: %s", l->method, why.text);
        status = err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    } else {
        status = draw(l, agent, &result, graph ? &graph->tree : hra_trace_nodes(trace), graph);
        if (status == EXIT_DONE && print_interrupted())
            status = EXIT_INTERRUPTED;
    }
    hra_analysis_release(&result);
    hra_trace_close(trace);
    hra_graph_close(graph);
    return status;
}

static int look_with(looking *l, const args *a, hra_agent *agent) {
    bool again;
    int status;
    do
        status = look_through(l, a, agent, &again);
    while (again);
    return status;
}

static hra_err make_tree(const looking *l, hra_agent *agent, unsigned asked, hra_exercise **out,
                         hra_error *why) {
    const hra_exercise_setup how = {
        .size = sizeof how, .limits = {.depth = l->limits.depth}, .seed = l->question.seed};
    return l->difficulty
               ? hra_exercise_random_tree(out, l->method, l->question.seed, l->difficulty, asked, NULL, why)
               : hra_exercise_from_tree(out, agent, &l->question, asked, &how, why);
}

/* Values and cuts are asked where there are cuts. */
static hra_err make_quiz(const looking *l, hra_agent *agent, hra_exercise **out, hra_error *why) {
    if (l->asked)
        return make_tree(l, agent, l->asked, out, why);
    hra_err err = make_tree(l, agent, HRA_FILL_VALUES | HRA_FILL_CUTS, out, why);
    return err == HRA_EFIT ? make_tree(l, agent, HRA_FILL_VALUES, out, why) : err;
}

static int ask_tree(const looking *l, hra_agent *agent) {
    hra_exercise *x;
    hra_error why;
    input *in;
    hra_err err = make_quiz(l, agent, &x, &why);
    if (err) {
        print_error("%s", why.text);
        return err == HRA_ESTOPPED                    ? EXIT_INTERRUPTED
               : err == HRA_EFIT || err == HRA_ELIMIT ? EXIT_WRONG
                                                      : EXIT_FAILED;
    }
    double points;
    bool ended;
    int status = input_open(&in) ? print_no_memory() : EXIT_DONE;
    if (!status) {
        status = quiz_tree(in, x, print_style(-1).unicode && !l->ascii, &points, &ended);
        input_close(in);
    }
    hra_exercise_close(x);
    return status;
}

/* MCTS goes on by simulations, and its tree grows by them. */
static int show_simulations(looking *l, const args *a, hra_agent *agent) {
    const hra_board_style look = print_style(-1);
    hra_text position;
    hra_text_init(&position);
    l->game->rules->text->write_position(l->game, l->question.state, &position);
    tree_simulations t = {.picture = {.game = l->game,
                                      .method = l->method,
                                      .position = hra_text_string(&position),
                                      .unicode = look.unicode && !l->ascii},
                          .agent = agent,
                          .question = &l->question,
                          .most = (int)l->limits.nodes,
                          .file = l->file,
                          .ending = l->ending,
                          .frames = l->frames,
                          .json = l->format == JSON,
                          .boards = l->boards,
                          .width = l->look.width};
    bool none = false;
    const int status = position.err ? print_no_memory() : tree_simulations_write(&t, &none);
    hra_text_release(&position);
    return none ? look_with(l, a, agent) : status;
}

static int say_no_simulations(void) {
    print_error("%s", _("tree: --working with JSON shows simulations, which only mcts has"));
    return EXIT_WRONG;
}

static int look(looking *l, const args *a) {
    hra_agent *agent;
    if (l->game->rules->to_move(l->game, l->question.state) == HRA_OVER) {
        print_error("%s", _("tree: the game is over in this position; name another with --position"));
        return EXIT_WRONG;
    }
    int status = setup_agent(&l->setup, l->method, &agent);
    if (status)
        return status;
    const hra_limits usual = hra_limits_usual();
    hra_agent_usual(agent, &usual);
    l->question.stop = print_progress()->stop;
    status = l->quiz                                                    ? ask_tree(l, agent)
             : (l->working || l->frames) && tree_simulations_fit(agent) ? show_simulations(l, a, agent)
             : l->working && l->format == JSON                          ? say_no_simulations()
                                                                        : look_with(l, a, agent);
    hra_agent_close(agent);
    return status;
}

/* ---- the quiz -------------------------------------------------------------------------------*/

/* "values,cuts" */
static bool read_asked(const char *text, unsigned *asked) {
    static const char *const names[] = {"leaves", "values", "windows", "cuts", "order", NULL};
    while (*text) {
        const size_t length = strcspn(text, ",");
        int i = 0;
        while (names[i] && (strlen(names[i]) != length || memcmp(names[i], text, length) != 0))
            i++;
        if (!names[i]) {
            print_error(_("tree: --ask takes leaves, values, windows, cuts or order, not '%.*s'"),
                        (int)length, text);
            return false;
        }
        *asked |= 1U << i;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool read_quiz(const args *a, looking *l) {
    uint64_t difficulty;
    l->quiz = args_given(a, "quiz");
    if (!l->quiz && (args_given(a, "ask") || args_given(a, "difficulty"))) {
        print_error("%s", _("tree: --ask and --difficulty go with --quiz"));
        return false;
    }
    if (l->quiz && (l->file || l->format != TEXT || l->merge)) {
        print_error("%s",
                    _("tree: --quiz cannot be combined with --output, --svg, --json, --format or --graph"));
        return false;
    }
    if (!args_number(a, "difficulty", 0, 1, HRA_EXERCISE_DIFFICULTIES, &difficulty))
        return false;
    l->difficulty = (int)difficulty;
    return read_asked(args_text(a, "ask", ""), &l->asked);
}

static bool read_options(const args *a, looking *l) {
    enum { FILE_NODES = 65536 }; /* of a tree file */
    uint64_t nodes, depth, breadth;
    if (!read_format(a, l) || !picture_look_read(a, l->format == SVG, &l->look) ||
        !args_number(a, "nodes", l->format == TREE ? FILE_NODES : 200, 1, 1000000, &nodes) ||
        !args_number(a, "depth", 0, 1, 10000, &depth) ||
        !args_number(a, "breadth", 0, 1, 1000000, &breadth) ||
        !args_number(a, "seed", 1, 0, UINT64_MAX, &l->question.seed))
        return false;
    if (l->merge && (l->format >= TIKZ || l->working || l->frames)) {
        print_error("%s",
                    _("tree: --graph has no place in a tree file, in TikZ, with --working or --frames"));
        return false;
    }
    if (l->frames && (l->format != SVG || !l->file || output_is(l->file, ".html .gif"))) {
        print_error("%s", _("tree: --frames needs a file that ends with .svg, .png or .pdf"));
        return false;
    }
    if (l->working && l->format != TEXT && l->format != JSON && !l->frames) {
        print_error("%s",
                    _("tree: --working writes text; omit --format, or name a file that ends with .txt"));
        return false;
    }
    if (l->terms && l->format != SVG && l->format != DOT && (l->format != TEXT || l->working)) {
        print_error("%s", _("tree: --terms needs text, DOT or SVG, and is not shown with --working"));
        return false;
    }
    if (l->boards && l->format != SVG && l->format != JSON) {
        print_error("%s", _("tree: --boards needs SVG or JSON; add --format svg"));
        return false;
    }
    l->limits = (hra_trace_limits){.nodes = (uint32_t)nodes, .depth = (int)depth, .breadth = (int)breadth};
    return read_quiz(a, l);
}

/* A tree of the usual size for a quiz. */
static const char *usual_quiz(const looking *l) {
    const bool typed = strcmp(l->game->rules->name, "tree") == 0;
    if (l->difficulty)
        return "alphabeta";
    if (l->game->max_chances > 0)
        return typed ? "expectiminimax" : "expectiminimax:depth=1";
    if (l->game->seats != 2 || !l->game->zero_sum)
        return typed ? "maxn" : "maxn:depth=2";
    return typed ? "alphabeta" : "alphabeta:depth=2";
}

static bool quiz_fits(const looking *l) {
    const bool typed = strcmp(l->game->rules->name, "tree") == 0;
    if (l->difficulty && !typed)
        print_error("%s", _("tree: --difficulty makes a tree of the game 'tree'; write hra tree tree --quiz "
                            "--difficulty 2"));
    else if (typed && (l->asked & HRA_FILL_LEAVES))
        print_error("%s", _("tree: leaves of the game 'tree' are numbers that nothing leads to; --ask leaves "
                            "needs another game"));
    else
        return true;
    return false;
}

/* With the game open. */
static int run_open(looking *l, const args *a) {
    int status = EXIT_DONE;
    l->game = l->setup.game;
    if (!l->method)
        l->method = l->quiz ? usual_quiz(l) : hra_player_suggest(l->game).drawn;
    if (l->terms && !hra_rules_offers(l->game->rules)->terms) {
        print_error(_("tree: %s has no terms for formulas"), l->game->rules->name);
        return EXIT_WRONG;
    }
    if (l->quiz && !quiz_fits(l))
        return EXIT_WRONG;
    l->question.state = l->state = setup_state(l->game, a, &status);
    if (l->state)
        status = look(l, a);
    free(l->state);
    return status;
}

/* --root: of a tree in parentheses. */
static bool read_root(const args *a, looking *l) {
    l->setup.root = args_text(a, "root", NULL);
    if (!l->setup.root || *a->words[0] == '(')
        return true;
    print_error("%s", _("tree: --root goes with a tree in parentheses, such as '((3 5)(2 9))'"));
    return false;
}

static int run(const args *a) {
    looking *l = calloc(1, sizeof *l);
    if (!l)
        return print_no_memory();
    l->method = args_text(a, "player", NULL);
    l->ascii = args_given(a, "ascii");
    l->boards = args_given(a, "boards");
    l->terms = args_given(a, "terms");
    l->merge = args_given(a, "graph");
    l->working = args_given(a, "working");
    l->frames = args_given(a, "frames");
    int status = !read_files(a, l) || !read_options(a, l) || !read_root(a, l) ? EXIT_WRONG
                 : output_fits(l->file)                                       ? EXIT_DONE
                                                                              : EXIT_FAILED;
    if (!status) {
        store_folder(a, l->setup.data);
        status = setup_game_at(&l->setup, a, a->words[0]);
    }
    if (!status)
        status = run_open(l, a);
    setup_release(&l->setup);
    free(l);
    return status;
}

const args_command command_tree = {
    .name = "tree",
    .synopsis = "GAME [--player PLAYER]",
    .summary = "draw a search tree",
    .group = ARGS_STUDY,
    .details = "Draws values, windows, cut-offs with their reasons, and the principal\n"
               "variation.\n"
               "\n"
               "  hra tree '((3 12 8)(2 4 6)(14 5 2))' -p alphabeta\n"
               "  hra tree tree:file=docs/examples/textbook.tree -p alphabeta\n"
               "  hra tree tictactoe -p alphabeta --position XOX/.O./..X --boards -o tree.svg\n"
               "  hra tree tictactoe -p minimax:depth=2 --graph --boards -o textbook.svg\n"
               "  hra tree matches:count=6 -p andor:graph --graph\n"
               "  hra tree tictactoe -p mcts:playouts=20,solver=no --working\n"
               "  hra tree tree --quiz --difficulty 3 --seed 7\n",
    .notes = "A tree in parentheses alternates from MAX, or with --root min from MIN; (max ...),\n"
             "(min ...) and (p1 ...) say otherwise. (?1/3:4 2/3:(1 2)) is chance, [3 5 1] a leaf\n"
             "of three players, left=(3 5) a move with a name. FILE.tree holds such a tree, or\n"
             "the search of any game, for tree:file=FILE.tree; moves that were not searched are\n"
             "remarks in it.\n"
             "\n"
             "What exceeds the limits is folded and counted; the principal variation is drawn\n"
             "first. In a browser, nodes of the SVG fold and unfold and the search can be\n"
             "stepped through. A player that searches no tree of its own, such as optimal in\n"
             "Yahtzee, is shown by the tree of one turn with its values at the leaves. If it\n"
             "is chance's turn, chance is the root. With --graph positions that are equal,\n"
             "also after rotation or reflection, are drawn once, with all moves that lead\n"
             "there.\n"
             "\n"
             "--quiz draws the tree without its numbers and asks for each one. Each answer is\n"
             "judged separately; an answer that follows from your other answers is right too.\n"
             "Without --player the search is alphabeta, with chance expectiminimax, of other\n"
             "games maxn.\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
