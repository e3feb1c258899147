// Leads to the text that explains a method.
import { methodPage } from "../model/learn_texts";
import type { Named } from "../model/events";
import { readSpec } from "../model/line";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";

/** `player`: its spec; nothing is shown where it is none of the methods. */
export function HelpLink({ player, methods }: { player: string; methods: Named[] }) {
  const { name } = readSpec(player);
  if (!methods.some((m) => m.name === name)) return null;
  return (
    <a class="what" href={fragmentOf({ at: "learn", page: methodPage(name), part: "" })}>
      {w.learn.whatIs(name)}
    </a>
  );
}
