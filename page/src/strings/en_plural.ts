// Counting as English does it: 1 card, 2 cards.
export function countedEn(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
