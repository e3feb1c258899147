/* Drawings of the pieces, in the forms of Staunton's: a base, a body and a head, in a box of 100 x 100. */
#include "chess.h"

#define BASE "M22 95v-6q0-5 6-5h44q6 0 6 5v6z"
#define PIECE(d)                                                                                             \
    {HRA_SYMBOL_EDGE, 5, d}, {HRA_SYMBOL_EDGE, 5, BASE}, {HRA_SYMBOL_OWNER, 0, d}, {                         \
        HRA_SYMBOL_OWNER, 0, BASE                                                                            \
    }
#define LINE(d)                                                                                              \
    {HRA_SYMBOL_SHADE, 3, d}, {                                                                              \
        HRA_SYMBOL_LIGHT, 2, d                                                                               \
    }

static const hra_symbol_path pawn[] = {
    PIECE("M50 20c8 0 14 6 14 14c0 5-2 9-6 12l7 5v4h-8c1 12 4 19 11 25q4 4 4 6h-44q0-2 4-6c7-6 10-13 "
          "11-25h-8v-4l7-5c-4-3"
          "-6-7-6-12c0-8 6-14 14-14z"),
    LINE("M40 53h20M30 84h40"),
    {HRA_SYMBOL_LIGHT, 3, "M42 32q1-6 7-7"},
};
static const hra_symbol_path knight[] = {
    PIECE("M29 86c-1-14 6-21 13-28c4-4 5-8 3-12c-4 3-8 5-11 9c-3 4-8 5-12 2c-4-3-5-7-2-11l9-14c2-7 5-11 "
          "10-14l1-11l9 8"
          "c17 1 29 13 31 36c1 13-1 25-6 35z"),
    LINE("M60 24c8 8 11 20 9 34M29 84h42"),
    {HRA_SYMBOL_EDGE, 4, "M37 31l5-2M25 49l3-2"},
    {HRA_SYMBOL_LIGHT, 2, "M37 29l5-2M25 47l3-2"},
};
static const hra_symbol_path bishop[] = {
    PIECE("M50 7a6 6 0 0 1 4 10c9 7 15 17 15 27c0 7-4 12-9 15l6 5v4h-9c1 8 5 12 13 18h-40c8-6 12-10 "
          "13-18h-9v-4l6-5c-5-3-9"
          "-8-9-15c0-10 6-20 15-27a6 6 0 0 1 4-10z"),
    LINE("M39 66h22M30 84h40M58 27l-8 15"),
};
static const hra_symbol_path rook[] = {
    PIECE("M25 18h13v8h7v-8h10v8h7v-8h13v20l-8 7c0 16 2 28 7 41h-48c5-13 7-25 7-41l-8-7z"),
    LINE("M30 40h40M28 84h44"),
    {HRA_SYMBOL_LIGHT, 3, "M41 49q0 14-4 28"},
};
static const hra_symbol_path queen[] = {
    PIECE("M50 6a5 5 0 0 1 3 9l7 14l8-14l1 16l11-9l-11 28l3 4v4h-10c0 12 4 19 10 28h-44c6-9 10-16 "
          "10-28h-10v-4l3-4l-11-28"
          "l11 9l1-16l8 14l7-14a5 5 0 0 1 3-9z"),
    LINE("M34 50h32M38 58h24M29 84h42"),
};
static const hra_symbol_path king[] = {
    PIECE("M46 4h8v6h7v8h-7v7c13-4 25 3 25 15c0 6-5 10-9 13v5h-9c0 12 4 19 10 28h-42c6-9 10-16 "
          "10-28h-9v-5c-4-3-9-7-9-13c0"
          "-12 12-19 25-15v-7h-7v-8h7z"),
    LINE("M32 52h36M38 58h24M29 84h42M50 27v18"),
};
/* Corners that point to a king in check. */
static const hra_symbol_path check[] = {
    {HRA_SYMBOL_RED, 0, "M3 3h26l-26 26zM97 3v26l-26-26zM97 97h-26l26-26zM3 97v-26l26 26z"},
    {HRA_SYMBOL_RED, 5, "M4 4h92v92h-92z"},
};

#define SYMBOL(id_, paths_)                                                                                  \
    { .id = id_, .width = 100, .height = 100, .paths = sizeof paths_ / sizeof *paths_, .path = paths_ }

const hra_symbol ch_symbols[CH_SYMBOLS] = {
    SYMBOL("pawn", pawn),   SYMBOL("knight", knight), SYMBOL("bishop", bishop), SYMBOL("rook", rook),
    SYMBOL("queen", queen), SYMBOL("king", king),     SYMBOL("check", check),
};
