// Counting as Czech does it.

/** The form for 1, for 2 to 4, and for all others: 1 tah, 2 tahy, 5 tahů. What is no whole number takes `part`: 2,5 tahu. */
export function form(n: number, one: string, few: string, many: string, part = many): string {
  if (!Number.isInteger(n)) return part;
  return n === 1 ? one : n >= 2 && n <= 4 ? few : many;
}

/** The same after its number. */
export function counted(n: number, one: string, few: string, many: string): string {
  return `${n} ${form(n, one, few, many)}`;
}
