// The first screen: the games with a picture each, and what is saved.
import type { Backend } from "../model/backend";
import { words } from "../model/line";
import type { Scene } from "../model/scene";
import type { BuiltCatalogue } from "../model/built";
import { Catalogue } from "./catalogue";
import { Connection } from "./connection";
import { Due } from "./due";
import { GoingOn } from "./going_on";
import { SavedGames, identity } from "./saved_games";
import type { Shelf } from "./settings";
import { Table } from "./table";

export class Home {
  readonly catalogue: Catalogue;
  readonly saved: SavedGames;
  readonly due: Due;
  /** How saved games stand, by their names. */
  thumbs = new Map<string, Scene>();
  /** Whether the server shows long work. */
  work = false;
  private connection: Connection | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    /** What there is to play, as the page knows it before its back end is there; null: it does not. */
    built: () => Promise<BuiltCatalogue | null> = () => Promise.resolve(null),
    shelf?: Shelf,
  ) {
    const line = () => (this.connection ??= new Connection(backend, null));
    this.catalogue = new Catalogue(line, redraw, built);
    this.saved = new SavedGames(line, redraw, new GoingOn(shelf));
    this.due = new Due(backend, redraw);
  }

  async open(): Promise<void> {
    const { catalogue } = this;
    await catalogue.know();
    if (catalogue.failed) return;
    this.work = Boolean(await this.backend.work?.().catch(() => null));
    await this.saved.list();
    if (this.backend.isMixed) catalogue.forget();
    if (catalogue.pictures.size === 0) await catalogue.ask();
    void this.due.ask();
    await this.drawSaved();
  }

  /** Lets go of what the screen needed. */
  close(): void {
    this.connection?.leave();
    this.connection = null;
  }

  /** Draws the games that go on, as they stood when they were saved last. */
  private async drawSaved(): Promise<void> {
    const wanted = this.saved.goingOn.filter((kept) => !this.thumbs.has(identity(kept)));
    if (wanted.length === 0) return;
    const connection = new Connection(this.backend, null);
    for (const kept of wanted) {
      const table = new Table(connection, () => {}, () => {});
      const answer = await connection.say(words("watch", kept.name));
      if (answer.ok && table.now.scene) this.thumbs.set(identity(kept), table.now.scene).set(kept.name, table.now.scene);
      this.redraw();
    }
    connection.leave();
  }
}
