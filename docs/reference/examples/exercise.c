/* A random tree to fill in: what is asked, and an attempt that is judged. */
#include <hra/exercise.h>
#include <stdio.h>

int main(void) {
    hra_exercise *exercise;
    hra_exercise_verdict verdict = {0};
    hra_error why;
    hra_text text;
    if (hra_exercise_random_tree(&exercise, "minimax", 7, 1, HRA_FILL_VALUES, NULL, &why) != 0)
        return 1;
    hra_text_init(&text);
    if (hra_exercise_question(exercise, false, &text) != 0)
        return 1;
    printf("%s", hra_text_string(&text));
    hra_text_release(&text);
    if (hra_exercise_judge(exercise, "B.value=0 C.value=2 A.value=2", &verdict, &why) != 0)
        return 1;
    for (int i = 0; i < verdict.count; i++)
        printf("%s: %s %s\n", verdict.items[i].name, verdict.items[i].right ? "+" : "-",
               verdict.items[i].right ? verdict.items[i].reason : verdict.items[i].why);
    printf("%g points\n", verdict.points);
    hra_exercise_verdict_release(&verdict);
    hra_exercise_close(exercise);
    return 0;
}

/* It prints:

A  MAX
|- B  a  MIN
|  |- D  a  = 8
|  `- E  b  = 0
`- C  b  MIN
   |- F  a  = 3
   `- G  b  = 5
A.value: + follows
B.value: + key
C.value: - MIN takes the lowest value of its children: F 3, G 5.
0.666667 points
*/
