// Leads to the text that explains a method.
import { methodPage } from "../learn/texts";
import type { Named } from "../model/events";
import { readSpec } from "../model/line";
import { fragmentOf } from "../model/place";
import { w } from "../words/words";

/** `player`: its spec; nothing is shown where it is none of the methods. */
export function WhatIs({ player, methods }: { player: string; methods: Named[] }) {
  const { name } = readSpec(player);
  if (!methods.some((m) => m.name === name)) return null;
  return (
    <a class="what" href={fragmentOf({ at: "learn", page: methodPage(name), part: "" })}>
      {w.learn.whatIs(name)}
    </a>
  );
}
