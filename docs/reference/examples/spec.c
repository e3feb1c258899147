/* Options of a program of your own, read as specs are. */
#include <hra/spec.h>
#include <stdio.h>
#include <string.h>

static const hra_option options[] = {
    {.name = "depth", .type = HRA_OPTION_INT, .fallback = "4", .min = 1, .max = 20, .help = "plies"},
    {.name = "time", .type = HRA_OPTION_DURATION, .help = "limit of a move"},
    {.name = "style", .type = HRA_OPTION_CHOICE, .fallback = "calm", .choices = "calm|wild", .help = "style"},
    {0},
};

static void read(const char *text) {
    hra_options read;
    hra_error why;
    if (hra_options_read(&read, options, NULL, "player mine", text, strlen(text), 0, &why) != 0)
        printf("%s\n", why.text);
    else
        printf("depth %d, time %s, style %d\n", (int)hra_options_int(&read, "depth"),
               hra_options_given(&read, "time") ? hra_options_text(&read, "time") : "none",
               hra_options_choice(&read, "style"));
}

int main(void) {
    read("depth=6,time=200ms");
    read("style=wild");
    read("dept=6");
    read("depth=99");
    return 0;
}

/* It prints:

depth 6, time 200ms, style 0
depth 4, time none, style 1
player mine has no option 'dept'; it takes depth, time, style; did you mean 'depth'?
player mine: option 'depth' takes 1..20, not '99'
*/
