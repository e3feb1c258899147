// What can be taken away from a table: its position in every notation, the game in every format, pictures.
import type { ExportTold } from "../model/events";
import type { Table } from "./table";

export interface Taken {
  suffix: string;
  text: string;
}

export class Share {
  open = false;
  /** In which games of this kind are written. */
  formats: string[] = [];
  positions: { notation: string; text: string }[] = [];
  /** What was copied last. */
  copied = "";
  failed = "";
  /** Of an animated picture: how many of its frames are there; null: no picture is being made. */
  frames: { done: number; of: number } | null = null;
  /** A link to show where it could not be copied. */
  link: string | null = null;
  linkCopied = false;
  private at = "";

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
  ) {}

  get ply(): number {
    return this.table.past.looking ?? this.table.now.ply;
  }

  show(open: boolean): void {
    this.open = open;
    if (open) this.follow();
  }

  /** The board shows another moment. */
  follow(): void {
    const { table, ply } = this;
    const at = `${table.hello?.spec} ${ply} ${table.position}`;
    if (!this.open || at === this.at || !table.hello?.game) return;
    this.at = at;
    this.copied = this.failed = "";
    void this.learn(at);
  }

  /** A link was copied, or is to be shown; neither. */
  give(link: string | null, copied: boolean): void {
    this.link = link;
    this.linkCopied = copied;
    this.redraw();
  }

  /** A new position. */
  settle(): void {
    this.link = null;
    this.linkCopied = false;
  }

  private async learn(at: string): Promise<void> {
    const told = await this.ask(`export position ${this.ply}`);
    if (at !== this.at) return;
    this.formats = told?.formats ?? [];
    this.positions = told?.positions ?? [];
    this.redraw();
  }

  private async ask(line: string): Promise<ExportTold | null> {
    const { events, closing } = await this.table.connection.say(line);
    this.failed = closing.event === "error" ? closing.text : "";
    return events.find((event): event is ExportTold => event.event === "export") ?? null;
  }

  private async text(line: string): Promise<Taken | null> {
    const told = await this.ask(line);
    this.redraw();
    return told?.text === undefined ? null : { suffix: told.suffix ?? "", text: told.text };
  }

  game(format: string): Promise<Taken | null> {
    return this.text(`export ${format}`);
  }

  /** The board at a moment, as SVG. */
  async picture(ply = this.ply): Promise<string | null> {
    return (await this.text(`export svg ${ply}`))?.text ?? null;
  }

  note(what: string): void {
    this.copied = what;
    this.redraw();
  }

  refuse(why: string): void {
    this.failed = why;
    this.redraw();
  }

  progress(frames: Share["frames"]): void {
    this.frames = frames;
    this.redraw();
  }
}
