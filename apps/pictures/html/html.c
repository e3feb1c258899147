/* Pages of HTML. */
#include "html.h"

/* No script, no file from elsewhere, no form, no other base of links. */
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'\">\n";

void html_text(hra_text *out, const char *text) {
    hra_text_add_xml(out, text);
}

void html_foreign(hra_text *out, const char *text) {
    hra_text_add(out, "<bdi>");
    html_text(out, text);
    hra_text_add(out, "</bdi>");
}

void html_element(hra_text *out, const char *tag, const char *class, const char *text) {
    hra_text_addf(out, *class ? "<%s class=\"%s\">" : "<%s>", tag, class);
    html_text(out, text);
    hra_text_addf(out, "</%s>", tag);
}

void html_begin(hra_text *out, const char *title, const char *const *style, int styles) {
    hra_text_addf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n%s",
                  hra_language(), policy);
    hra_text_add(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<meta name=\"referrer\" content=\"no-referrer\">\n");
    html_element(out, "title", "", title);
    hra_text_add(out, "\n<style>\n");
    for (int i = 0; i < styles; i++)
        hra_text_add(out, style[i]);
    hra_text_add(out, "</style>\n</head>\n<body>\n");
}

void html_end(hra_text *out) {
    hra_text_add(out, "</body>\n</html>\n");
}
