/* The name of today for an old one, and the values of an option in words. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    static const hra_option faces = {.name = "faces", .type = HRA_OPTION_INT, .min = 2, .max = 20};
    const hra_rename *row = hra_rename_find(HRA_NAME_OPTION, "alphabeta", "order", NULL);
    hra_text text;
    if (row)
        printf("%s is now %s\n", row->old, row->now);
    hra_text_init(&text);
    hra_option_describe(&faces, &text);
    printf("%s=%s\n", faces.name, hra_text_string(&text));
    hra_text_release(&text);
    return 0;
}

/* It prints:

order is now move-order
faces=2..20
*/
