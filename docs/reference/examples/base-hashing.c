/* Equal bytes have equal hashes. */
#include <hra/base.h>
#include <stdio.h>

int main(void) {
    const char a[] = "X.O/.X./..O", b[] = "X.O/.X./..O", c[] = "X.O/.X./.O.";
    printf("%d %d\n", hra_hash(a, sizeof a) == hra_hash(b, sizeof b),
           hra_hash(a, sizeof a) == hra_hash(c, sizeof c));
    return 0;
}

/* It prints:

1 0
*/
