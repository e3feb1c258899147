/* Symbols and materials as SVG. The colour of an owner is that of the group around a symbol. */
#include <math.h>
#include <string.h>

#include "svg.h"

const char hra_pen_symbol_style[] =
    ".hs .sym path{stroke:none}.hs .sym .l{fill:none;stroke:currentColor;stroke-linecap:round;"
    "stroke-linejoin:round}"
    ".f-edge{fill:currentColor}.f-ink{fill:#231f1a;color:#231f1a}.f-paper{fill:#fffdf6;color:#fffdf6}"
    ".f-accent{fill:#e07b00;color:#e07b00}.f-shade{fill:#000;color:#000;opacity:.24}"
    ".f-light{fill:#fff;color:#fff;opacity:.38}.f-gold{fill:#e9b634;color:#e9b634}"
    ".f-wood{fill:#b9824a;color:#b9824a}.f-red{fill:#c8402f;color:#c8402f}"
    ".f-green{fill:#3f8f4f;color:#3f8f4f}.f-blue{fill:#3b78c4;color:#3b78c4}"
    ".f-grey{fill:#8b919a;color:#8b919a}"
    ".hs .m-wood{fill:#7b5231;stroke:#4d2f17}.hs .m-wood1{fill:#94602f;stroke:#7a4d24}"
    ".hs .m-wood2{fill:#ecd3a6;stroke:#b8935c}.hs .m-felt{fill:#2c6b50;stroke:#1d4a37}"
    ".hs .m-felt1{fill:#d8bd8c;stroke:#8f7a4e}.hs .m-felt2{fill:#8c3f31;stroke:#592117}"
    ".hs .m-paper{fill:#fbf6e9;stroke:#a99b78}.hs .m-paper1{fill:#efe5cc;stroke:#a99b78}"
    ".hs .m-paper2{fill:#ddd0ae;stroke:#94855f}.hs .m-card{fill:#fffefb;stroke:#8d9297}"
    ".hs .m-card1{fill:#eef1f4;stroke:#8d9297}.hs .m-card2{fill:#d9e0e7;stroke:#7b8288}"
    ".hs .m-night{fill:#0c0f22;stroke:#2a3160}.hs .m-night1{fill:#1c2a86;stroke:#6b83ff}"
    ".hs .m-night2{fill:#31224f;stroke:#9a7be0}"
    ".hs .sym .line{fill:none}.hs .sym .red.line{stroke:#c63a2b}.hs .sym .blue.line{stroke:#2668a8}"
    ".hs .sym .green.line{stroke:#2c8552}.hs .sym .yellow.line{stroke:#d9a400}.hs .sym "
    ".violet.line{stroke:#7a4a9e}"
    ".hs .sym .orange.line{stroke:#c25e00}.hs .sym .black.line{stroke:#2b2b2b}.hs .sym "
    ".white.line{stroke:#fff}"
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

static void add_path(const hra_pen *pen, const hra_symbol_path *path, const char *color) {
    hra_text *out = pen->out;
    hra_text_add(out, "<path");
    if (path->fill == HRA_SYMBOL_OWNER && path->line > 0)
        hra_text_addf(out, " class=\"%s line\"", color);
    else if (path->fill != HRA_SYMBOL_OWNER)
        hra_text_addf(out, " class=\"f-%s%s\"", hra_symbol_fill_word(path->fill), path->line > 0 ? " l" : "");
    if (path->line > 0)
        hra_text_addf(out, " stroke-width=\"%g\"", path->line);
    hra_text_addf(out, " d=\"%s\"/>", path->d);
}

hra_box hra_pen_symbol(const hra_pen *pen, const hra_symbol *symbol, const hra_shape *s, hra_box b) {
    const char *color = hra_pen_color(pen, s);
    double scale = fmin(b.width / symbol->width, b.height / symbol->height);
    hra_box at = {b.x + (b.width - scale * symbol->width) / 2, b.y + (b.height - scale * symbol->height) / 2,
                  scale * symbol->width, scale * symbol->height};
    hra_text_addf(pen->out, "<g class=\"sym %s\" transform=\"translate(", color);
    hra_pen_point(pen, at.x, at.y);
    hra_text_addf(pen->out, ") scale(%.4g)\">", scale);
    for (int i = 0; i < symbol->paths; i++)
        add_path(pen, &symbol->path[i], color);
    hra_text_add(pen->out, "</g>");
    return at;
}
