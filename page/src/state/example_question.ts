// What a worked example asks: a position, a player that looks at it, and others to compare with.
import type { Named } from "../model/events";
import type { Live } from "../model/learn_texts";
import { type Chosen, readSpec, spec } from "../model/line";
import { TreeText } from "../model/tree_text";
import type { Where } from "./example_runner";

export class ExampleQuestion {
  tree: TreeText | null;
  player: Chosen;
  /** Those it is compared with, as typed. */
  others: string[];

  /** With the players of the text. */
  constructor(private readonly live: Live) {
    this.tree = live.tree === undefined ? null : new TreeText(live.tree);
    this.player = readSpec(live.players[0] ?? "minimax");
    this.others = [...live.players.slice(1), ...(live.against ? [live.against] : [])];
  }

  get where(): Where {
    return { spec: this.tree?.spec ?? this.live.game, position: this.live.position };
  }

  get spec(): string {
    return spec(this.player.name, this.player.options);
  }

  /** Who is asked, the first one first. */
  get players(): string[] {
    return [this.spec, ...this.others];
  }

  /** All of it, to be compared. */
  get said(): string {
    return [this.tree?.text, ...this.players].join(" ");
  }

  /** Another method; the depth stays where it has one too. */
  setMethod(method: Named): void {
    const { depth } = this.player.options;
    const keeps = depth !== undefined && method.options.some((o) => o.name === "depth");
    this.player = { name: method.name, options: keeps ? { depth } : {} };
  }

  setOption(name: string, value: string): void {
    const options = { ...this.player.options, [name]: value };
    if (value === "") delete options[name];
    this.player = { ...this.player, options };
  }

  setOther(i: number, player: string): void {
    this.others = Object.assign([...this.others], { [i]: player.trim() }).filter((p) => p !== "");
  }
}
