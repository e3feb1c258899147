/* The Universal Chess Interface inside: a dialogue, and its search. */
#ifndef HRA_PROTOCOL_UCI_H
#define HRA_PROTOCOL_UCI_H

#include "rules/uci.h"
#include "ugi_common.h"

enum {
    HRA_UCI_LINES = 256, /* the most lines of a report, and the most moves of a position */
    HRA_UCI_DEPTH = 100, /* the deepest search */
    HRA_UCI_HASH = 64,   /* MiB, before the option Hash is set */
};

/* What a value means to a person. */
typedef struct hra_uci_score {
    enum { HRA_UCI_UNKNOWN, HRA_UCI_PAWNS, HRA_UCI_MATE } kind;
    int number; /* hundredths of a pawn, or moves of the side that mates, negative where it is the other */
} hra_uci_score;

/* A move, what is expected to follow, and what that is worth. */
typedef struct hra_uci_line {
    hra_move moves[HRA_THOUGHT_LINE];
    int length;
    hra_uci_score score;
} hra_uci_line;

/* What a line `go` asks for. */
typedef struct hra_uci_wish {
    hra_limits limits;
    bool clock;    /* the seconds are a share of a clock: what is left over is there for later moves */
    bool infinite; /* until stop */
    bool ponder;   /* until ponderhit or stop */
    int mate;      /* the most moves of it; 0: no such wish */
    hra_move only[HRA_UCI_LINES];
    int only_count; /* 0: all moves */
} hra_uci_wish;

typedef struct hra_uci_engine {
    hra_arena arena; /* what is handed around is this: the first member */
    hra_uci words;
    char player[HRA_SPEC_LENGTH]; /* as it was named; arena.spec has what options add */
    bool placed;                  /* the position is the one that was sent */
    bool rook;                    /* castling is written as the king's move to its rook */
    bool wdl, weaker;
    int elo, lines, hash, threads; /* hash and threads 0: not set */
    double
        scale; /* of the player that is open: hundredths of a pawn in a unit of its values, 100; 0: they are results */
    double win;     /* what a win is worth in these values */
    bool has_depth; /* it searches to a depth that it is given */
    hra_uci_wish wish;
    double began;   /* when the time of the search began, on hra_clock */
    hra_move reply; /* what is expected after the choice, */
    bool has_reply; /* if it is known */
    bool searched;  /* the choice comes from a search, */
    int told;       /* whose last report was of this depth */
    hra_uci_line
        *found; /* of each move, where moves are looked at one by one; and as many again for the next depth */
    hra_analysis result;
} hra_uci_engine;

extern const hra_protocol_kind hra_protocol_uci;

static inline hra_uci_engine *hra_uci_of(hra_arena *a) {
    return (hra_uci_engine *)a;
}

/* Copies what the game offers. HRA_EFIT, HRA_EINPUT, HRA_EVERSION. */
hra_err hra_uci_take(hra_uci *out, const hra_game *game, hra_error *why);
bool hra_uci_fits(const hra_game *game);

/* Reads what follows `go`. An `info string` names what cannot be read, which is left out: each `go` gets its move. */
void hra_uci_read_wish(hra_uci_engine *u, char *rest, hra_uci_wish *out);
/* In the job: looks for the choice, and tells what it finds. */
void hra_uci_think(hra_arena *a);

/* Hundredths of a pawn for an expected result in -1..1: the inverse of hra_uci_result, within +-2690. */
double hra_uci_pawns(double result);

#endif
