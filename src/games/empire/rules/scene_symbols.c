/* Drawings of goods, actions, armies and cities, in a box of 100 x 100. */
#include "scene.h"

static const hra_symbol_path gem[] = {
    {HRA_SYMBOL_BLUE, 0, "M50 92L8 40L26 14H74L92 40z"},
    {HRA_SYMBOL_LIGHT, 0, "M26 14L36 40L50 14zM50 14L64 40L74 14zM8 40H36L50 92z"},
    {HRA_SYMBOL_INK, 3, "M50 92L8 40L26 14H74L92 40zM8 40H92M26 14L36 40L50 92L64 40L74 14"},
};
static const hra_symbol_path coal[] = {
    {HRA_SYMBOL_INK, 0, "M18 82L6 54L26 26L56 16L84 32L95 62L80 84z"},
    {HRA_SYMBOL_LIGHT, 0, "M26 26L44 46L56 16zM44 46L78 54L84 32zM6 54L44 46L30 74z"},
};
static const hra_symbol_path wood[] = {
    {HRA_SYMBOL_WOOD, 0, "M24 30H82A12 20 0 0 1 82 70H24z"},
    {HRA_SYMBOL_SHADE, 0, "M24 56H86Q88 66 82 70H24z"},
    {HRA_SYMBOL_GOLD, 0, "M10 50a14 20 0 1 1 28 0a14 20 0 1 1 -28 0z"},
    {HRA_SYMBOL_INK, 3,
     "M24 30H82A12 20 0 0 1 82 70H24M10 50a14 20 0 1 1 28 0a14 20 0 1 1 -28 0zM18 50a6 9 0 1 1 12 0a6 9 0 1 "
     "1 -12 0z"},
};
static const hra_symbol_path iron[] = {
    {HRA_SYMBOL_GREY, 0, "M6 76L20 42H80L94 76z"},
    {HRA_SYMBOL_GREY, 0, "M20 42L28 26H72L80 42z"},
    {HRA_SYMBOL_LIGHT, 0, "M20 42L28 26H72L80 42z"},
    {HRA_SYMBOL_INK, 3, "M6 76L20 42H80L94 76zM20 42L28 26H72L80 42"},
};
static const hra_symbol_path food[] = {
    {HRA_SYMBOL_GREEN, 0, "M62 38C56 22 64 8 76 4C80 18 76 28 68 36C78 24 92 24 98 32C90 44 76 46 64 44z"},
    {HRA_SYMBOL_ACCENT, 0, "M66 36C84 52 44 92 12 96C10 70 44 22 66 36z"},
    {HRA_SYMBOL_SHADE, 3, "M46 48L56 56M34 62L42 68M50 72L56 76"},
};
static const hra_symbol_path star[] = {
    {HRA_SYMBOL_GOLD, 0, "M50 6L62 37L95 39L69 60L78 92L50 74L22 92L31 60L5 39L38 37z"},
    {HRA_SYMBOL_INK, 3, "M50 6L62 37L95 39L69 60L78 92L50 74L22 92L31 60L5 39L38 37z"},
};
static const hra_symbol_path coin[] = {
    {HRA_SYMBOL_GOLD, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_INK, 3, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_SHADE, 5, "M18 50a32 32 0 1 1 64 0a32 32 0 1 1 -64 0zM50 32V68"},
    {HRA_SYMBOL_LIGHT, 5, "M13 40A38 38 0 0 1 44 13"},
};
static const hra_symbol_path army[] = {
    {HRA_SYMBOL_SHADE, 0, "M52 6L95 18V54C95 78 74 92 52 99C30 92 9 78 9 54V18z"},
    {HRA_SYMBOL_EDGE, 0, "M50 2L95 14V50C95 76 74 90 50 98C26 90 5 76 5 50V14z"},
    {HRA_SYMBOL_OWNER, 0, "M50 8L90 18V50C90 72 71 85 50 92C29 85 10 72 10 50V18z"},
    {HRA_SYMBOL_LIGHT, 4, "M16 48V23L48 14"},
};
static const hra_symbol_path city[] = {
    {HRA_SYMBOL_EDGE, 0, "M6 98V34H2V8H22V20H38V8H62V20H78V8H98V34H94V98z"},
    {HRA_SYMBOL_OWNER, 0, "M11 94V30H7V13H17V25H43V13H57V25H83V13H93V30H89V94z"},
    {HRA_SYMBOL_LIGHT, 4, "M15 88V34"},
};
static const hra_symbol_path place[] = {
    {HRA_SYMBOL_INK, 0, "M22 32a17 17 0 1 1 34 0a17 17 0 1 1 -34 0zM6 94C6 66 20 54 39 54S72 66 72 94z"},
    {HRA_SYMBOL_GREEN, 11, "M80 14V46M64 30H96"},
};
static const hra_symbol_path march[] = {
    {HRA_SYMBOL_INK, 13, "M10 78C16 40 38 28 64 34"},
    {HRA_SYMBOL_INK, 0, "M96 42L58 62L64 10z"},
};
static const hra_symbol_path ship[] = {
    {HRA_SYMBOL_WOOD, 0, "M6 68H94C90 84 82 94 70 94H30C18 94 10 84 6 68z"},
    {HRA_SYMBOL_INK, 5, "M50 68V6"},
    {HRA_SYMBOL_PAPER, 0, "M55 10C78 20 86 40 84 60H55zM45 18C30 30 20 46 18 60H45z"},
    {HRA_SYMBOL_INK, 3,
     "M6 68H94C90 84 82 94 70 94H30C18 94 10 84 6 68zM55 10C78 20 86 40 84 60H55zM45 18C30 30 20 46 18 "
     "60H45z"},
};
static const hra_symbol_path build[] = {
    {HRA_SYMBOL_GREY, 0, "M10 94V34H4V10H20V22H40V10H60V22H80V10H96V34H90V94z"},
    {HRA_SYMBOL_INK, 3, "M10 94V34H4V10H20V22H40V10H60V22H80V10H96V34H90V94zM38 94V72A12 12 0 0 1 62 72V94"},
};
static const hra_symbol_path destroy[] = {
    {HRA_SYMBOL_GREY, 9, "M12 12L74 74M88 12L26 74"},
    {HRA_SYMBOL_RED, 9, "M60 84L84 60M40 84L16 60M74 74L90 90M26 74L10 90"},
};

const hra_symbol em_symbols[EM_SYMBOLS] = {
    {.id = "gem", .width = 100, .height = 100, .paths = 3, .path = gem},
    {.id = "coal", .width = 100, .height = 100, .paths = 2, .path = coal},
    {.id = "wood", .width = 100, .height = 100, .paths = 4, .path = wood},
    {.id = "iron", .width = 100, .height = 100, .paths = 4, .path = iron},
    {.id = "food", .width = 100, .height = 100, .paths = 3, .path = food},
    {.id = "joker", .width = 100, .height = 100, .paths = 2, .path = star},
    {.id = "coin", .width = 100, .height = 100, .paths = 4, .path = coin},
    {.id = "plain", .width = 100, .height = 100, .text_y = 50, .text_size = 48, .paths = 4, .path = army},
    {.id = "house", .width = 100, .height = 100, .text_y = 62, .text_size = 52, .paths = 3, .path = city},
    {.id = "place", .width = 100, .height = 100, .paths = 2, .path = place},
    {.id = "march", .width = 100, .height = 100, .paths = 2, .path = march},
    {.id = "ship", .width = 100, .height = 100, .paths = 4, .path = ship},
    {.id = "build", .width = 100, .height = 100, .paths = 2, .path = build},
    {.id = "destroy", .width = 100, .height = 100, .paths = 2, .path = destroy},
};
