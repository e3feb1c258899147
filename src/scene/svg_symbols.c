/* Symbols and materials as SVG. */
#include <math.h>
#include <string.h>

#include "svg.h"

/* A symbol is defined once and used. Its paths are chosen by one class, for a selector with another element in it does
 * not reach into a use. */
const char hra_pen_symbol_style[] =
    ".f-owner{stroke:none}.f-owner-line{fill:none;stroke-linecap:round}"
    ".f-edge{fill:currentColor;stroke:none}.f-ink{fill:#231f1a;color:#231f1a;stroke:none}"
    ".f-paper{fill:#fffdf6;color:#fffdf6;stroke:none}.f-accent{fill:#e07b00;color:#e07b00;stroke:none}"
    ".f-shade{fill:#000;color:#000;stroke:none;opacity:.24}"
    ".f-light{fill:#fff;color:#fff;stroke:none;opacity:.38}"
    ".f-gold{fill:#e9b634;color:#e9b634;stroke:none}.f-wood{fill:#b9824a;color:#b9824a;stroke:none}"
    ".f-red{fill:#c8402f;color:#c8402f;stroke:none}.f-green{fill:#3f8f4f;color:#3f8f4f;stroke:none}"
    ".f-blue{fill:#3b78c4;color:#3b78c4;stroke:none}.f-grey{fill:#8b919a;color:#8b919a;stroke:none}"
    ".f-line{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}"
    ".hs .m-wood{fill:#7b5231;stroke:#4d2f17}.hs .m-wood1{fill:#94602f;stroke:#7a4d24}"
    ".hs .m-wood2{fill:#ecd3a6;stroke:#b8935c}.hs .m-felt{fill:#2c6b50;stroke:#1d4a37}"
    ".hs .m-felt1{fill:#d8bd8c;stroke:#8f7a4e}.hs .m-felt2{fill:#8c3f31;stroke:#592117}"
    ".hs .m-paper{fill:#fbf6e9;stroke:#a99b78}.hs .m-paper1{fill:#efe5cc;stroke:#a99b78}"
    ".hs .m-paper2{fill:#ddd0ae;stroke:#94855f}.hs .m-card{fill:#fffefb;stroke:#8d9297}"
    ".hs .m-card1{fill:#eef1f4;stroke:#8d9297}.hs .m-card2{fill:#d9e0e7;stroke:#7b8288}"
    ".hs .m-night{fill:#0c0f22;stroke:#2a3160}.hs .m-night1{fill:#1c2a86;stroke:#6b83ff}"
    ".hs .m-night2{fill:#31224f;stroke:#9a7be0}"
    ".hs .sym.red{stroke:#c63a2b}.hs .sym.blue{stroke:#2668a8}.hs .sym.green{stroke:#2c8552}"
    ".hs .sym.yellow{stroke:#d9a400}.hs .sym.violet{stroke:#7a4a9e}.hs .sym.orange{stroke:#c25e00}"
    ".hs .sym.black{stroke:#2b2b2b}.hs .sym.white{stroke:#fff}"
    ".hs .wall{stroke:none}.hs .round[class*=m-]{stroke-width:4}.hs .in{fill:#f4f0e4}.hs .in.q{fill:#cfc9b8}";

/* Whether texts on it are light. */
static bool is_dark(hra_material material, int tone) {
    return material == HRA_MATERIAL_NIGHT || (material == HRA_MATERIAL_FELT && tone != 1) ||
           (material == HRA_MATERIAL_WOOD && tone != 2);
}

const char *hra_pen_ink(const hra_pen *pen, const hra_shape *s) {
    hra_material ground = s->material;
    if (!ground && s->kind == HRA_SHAPE_LABEL)
        ground = hra_scene_snapshot(pen->scene)->ground;
    return is_dark(ground, s->tone) ? " in" : "";
}

void hra_pen_material(hra_material material, int tone, char *out, size_t size) {
    (void)hra_snprintf(out, size, tone > 0 ? "m-%s%d" : "m-%s", hra_material_word(material),
                       1 + (tone - 1) % 2);
}

/* The id of a symbol in a picture, which may have boards of several games. */
static void add_id(const hra_pen *pen, const hra_symbol *symbol) {
    hra_text_addf(pen->out, "%s-%s", hra_scene_game(pen->scene)->rules->name, symbol->id);
}

/* What has no colour of its own takes that of the use: its fill, along a line its stroke. */
static void add_path(const hra_pen *pen, const hra_symbol_path *path) {
    bool owner = path->fill == HRA_SYMBOL_OWNER;
    hra_text_addf(pen->out, "<path class=\"f-%s%s\"", hra_symbol_fill_word(path->fill),
                  path->line <= 0 ? ""
                  : owner         ? "-line"
                                  : " f-line");
    if (path->line > 0)
        hra_text_addf(pen->out, " stroke-width=\"%g\"", path->line);
    hra_text_addf(pen->out, " d=\"%s\"/>", path->d);
}

static uint64_t used_symbols(const hra_scene *scene) {
    uint64_t used = 0;
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        for (int i = 0; hra_scene_shape(scene, (hra_scene_part)part, i); i++) {
            const hra_symbol *of =
                hra_scene_symbol_of(scene, hra_scene_shape(scene, (hra_scene_part)part, i));
            if (of)
                used |= (uint64_t)1 << (of - hra_scene_symbol(scene, 0));
        }
    return used;
}

void hra_pen_define_symbols(const hra_pen *pen, bool all) {
    uint64_t wanted = all ? UINT64_MAX : used_symbols(pen->scene);
    const hra_symbol *symbol = hra_scene_symbol(pen->scene, 0);
    if (!symbol || !wanted)
        return;
    hra_text_add(pen->out, "<defs>");
    for (int i = 0; (symbol = hra_scene_symbol(pen->scene, i)) != NULL; i++) {
        if (!(wanted >> i & 1))
            continue;
        hra_text_add(pen->out, "<g id=\"");
        add_id(pen, symbol);
        hra_text_add(pen->out, "\">");
        for (int k = 0; k < symbol->paths; k++)
            add_path(pen, &symbol->path[k]);
        hra_text_add(pen->out, "</g>");
    }
    hra_text_add(pen->out, "</defs>\n");
}

hra_box hra_pen_symbol(const hra_pen *pen, const hra_symbol *symbol, const hra_shape *s, hra_box b) {
    double scale = fmin(b.width / symbol->width, b.height / symbol->height);
    hra_box at = {b.x + (b.width - scale * symbol->width) / 2, b.y + (b.height - scale * symbol->height) / 2,
                  scale * symbol->width, scale * symbol->height};
    hra_text_add(pen->out, "<use href=\"#");
    add_id(pen, symbol);
    hra_text_addf(pen->out, "\" class=\"sym %s\" transform=\"translate(", hra_pen_color(pen, s));
    hra_pen_point(pen, at.x, at.y);
    hra_text_addf(pen->out, ") scale(%.4g)\"/>", scale);
    return at;
}
