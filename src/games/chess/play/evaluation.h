/* The evaluation `fitted`: a sum of terms, each with two weights, one with all pieces on the board and one with few.
 * What lies between is mixed by the pieces that are left (tapered evaluation). */
#ifndef CH_EVALUATION_H
#define CH_EVALUATION_H

#include "games/chess/chess.h"

/* Terms, each counted for White less Black. Where a table is behind a name, its entries follow it. */
enum {
    CH_TERM_MATERIAL,                             /* by kind, no kings */
    CH_TERM_PLACE = CH_TERM_MATERIAL + CH_KING,   /* by kind and square, as its side sees the board */
    CH_TERM_PAIR = CH_TERM_PLACE + CH_KINDS * 64, /* of bishops */
    CH_TERM_TURN,                                 /* to be on move */
    CH_TERM_PASSED,                               /* passed pawns by rank; */
    CH_TERM_BLOCKED = CH_TERM_PASSED + 8,         /* those with a piece before them; */
    CH_TERM_OWN_KING = CH_TERM_BLOCKED + 8,       /* steps of the own king to the square before them, */
    CH_TERM_OTHER_KING,                           /* and of the other one */
    CH_TERM_SUPPORTED,                            /* pawns that pawns defend, by rank */
    CH_TERM_BESIDE = CH_TERM_SUPPORTED + 8,       /* pawns beside each other, by rank */
    CH_TERM_ISOLATED = CH_TERM_BESIDE + 8,        /* pawns without a pawn on the files beside them */
    CH_TERM_DOUBLED,                              /* pawns behind a pawn of their own */
    CH_TERM_KNIGHT_MOVES, /* knights by the squares they reach: not own pieces', nor */
    CH_TERM_BISHOP_MOVES = CH_TERM_KNIGHT_MOVES + 9, /* those that pawns attack */
    CH_TERM_ROOK_MOVES = CH_TERM_BISHOP_MOVES + 14,
    CH_TERM_QUEEN_MOVES = CH_TERM_ROOK_MOVES + 15,
    CH_TERM_OPEN = CH_TERM_QUEEN_MOVES + 28,    /* rooks on files without pawns, */
    CH_TERM_HALF_OPEN,                          /* and without own ones */
    CH_TERM_OUTPOST,                            /* knights that a pawn defends and none can attack */
    CH_TERM_BAD_BISHOP,                         /* own pawns on squares of a bishop's colour */
    CH_TERM_SHELTER,                            /* by the own pawns before the king, at most six */
    CH_TERM_BARE = CH_TERM_SHELTER + 7,         /* files at the king without own pawns */
    CH_TERM_DANGER,                             /* by what attacks the other king's squares */
    CH_TERM_PAWN_ATTACKS = CH_TERM_DANGER + 24, /* pieces that pawns attack, by their kind */
    CH_TERM_PIECE_ATTACKS = CH_TERM_PAWN_ATTACKS + CH_KING, /* that knights and bishops attack */
    CH_TERM_ROOK_ATTACKS = CH_TERM_PIECE_ATTACKS + CH_KING, /* that rooks attack */
    CH_TERM_LOOSE = CH_TERM_ROOK_ATTACKS + CH_KING,         /* attacked pieces that nothing defends */
    CH_TERMS = CH_TERM_LOOSE + CH_KING
};

enum { CH_PHASES = 24, CH_FINENESS = 16 /* parts of a hundredth of a pawn in which weights are kept */ };

/* In parts of a hundredth of a pawn: with all pieces, and with few. */
typedef struct ch_weights {
    int16_t all[CH_TERMS], few[CH_TERMS];
} ch_weights;

/* The same as an evaluation adds them: all + few * 2^32. */
typedef struct ch_packed_weights {
    int64_t term[CH_TERMS];
} ch_packed_weights;

void ch_pack_weights(const ch_weights *weights, ch_packed_weights *out);
/* In hundredths of a pawn, for White. */
int ch_evaluate(const ch_game *g, const ch_packed_weights *weights, const ch_state *s);
/* Counts each term; returns the phase, 0 (few pieces) to CH_PHASES (all). The value is the sum of the counts times their weights, mixed by it. */
int ch_count_terms(const ch_game *g, const ch_state *s, int16_t count[CH_TERMS]);

#endif
