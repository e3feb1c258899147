// How a game ended, in a sentence.
import type { Result } from "./events";
import { amount } from "./numbers";
import { capital } from "./said";
import { w } from "../strings/strings";

/** How many points the winner is ahead, as text; "": it is won or lost, and points say nothing more. */
function margin({ returns, winners }: Result): string {
  const [winner = 0] = winners;
  const others = returns.filter((_, seat) => seat !== winner);
  if (returns.every((x) => Math.abs(x) <= 1)) return "";
  const own = returns[winner] as number;
  const best = Math.max(...others);
  return amount(returns.length === 2 && own === -best ? own : own - best, null);
}

/** `names` of all seats; `you`: the seat of the only person, null: there are several, or none. */
export function outcomeOf(result: Result, names: string[], you: number | null): string {
  const { winners, returns } = result;
  if (returns.length === 1) return w.points(returns[0] ?? 0, amount(returns[0], null));
  const texts = w.tableScreen;
  const reason = result.ending || w.reasons[result.reason];
  const said = (): string => {
    if (you !== null && winners.length > 1 && !winners.includes(you)) return texts.youLose;
    if (winners.length !== 1) return winners.length === returns.length ? w.draw : w.sharedWin(winners.map((seat) => names[seat] ?? "").join(", "));
    const by = margin(result);
    const [winner = 0] = winners;
    if (you === winner) return by ? texts.youWinBy(by) : texts.youWin;
    if (you === null || returns.length > 2) return by ? texts.winsBy(names[winner] ?? "", by) : texts.wins(names[winner] ?? "");
    return by ? texts.youLoseBy(by) : texts.youLose;
  };
  if (!reason) return capital(said());
  return capital(result.ending ? texts.because(said(), reason) : `${said()}, ${reason}`);
}
