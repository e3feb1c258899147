/* Numbers have a point, whatever the locale of the program is. */
#include <hra/base.h>
#include <stdio.h>

int main(void) {
    static const char *const typed[] = {"-2.5e3", "0,5", "7 left"};
    for (int i = 0; i < 3; i++) {
        const char *end;
        double x;
        if (hra_number_read(typed[i], &end, &x)) {
            char out[32];
            hra_snprintf(out, sizeof out, "%.2f", x);
            printf("'%s' begins with %s; '%s' follows\n", typed[i], out, end);
        }
        if (!hra_number_read(typed[i], NULL, &x))
            printf("'%s' as a whole is no number\n", typed[i]);
    }
    return 0;
}

/* It prints:

'-2.5e3' begins with -2500.00; '' follows
'0,5' begins with 0.00; ',5' follows
'0,5' as a whole is no number
'7 left' begins with 7.00; ' left' follows
'7 left' as a whole is no number
*/
