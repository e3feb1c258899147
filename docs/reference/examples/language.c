/* The language of the sentences that a person reads. */
#include <hra/language.h>
#include <stdio.h>

int main(void) {
    hra_err err = hra_language_from("/nowhere"); /* the folder of the catalogues, such as /usr/share/locale */
    printf("%s\n", err == HRA_EMISSING || err == HRA_OK ? hra_language() : hra_err_text(err));
    printf("%s\n", hra_translate("exact")); /* English without a catalogue */
    printf("%s\n", hra_is_word("EXACT", 5, "exact") ? "the same word" : "another word");
    return 0;
}

/* It prints:

en
exact
the same word
*/
