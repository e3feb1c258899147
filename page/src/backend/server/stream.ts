// One stream of events for all tabs of a browser, since a browser opens six connections to a server and no more:
// one tab, the leader, reads it and passes on what it reads; when that tab goes, another one takes its place.

import { w } from "../../strings/strings";
import type { People } from "../../model/people";
import { channel } from "../../browser/channel";
import { local, session } from "../../browser/local_storage";
import { randomId } from "../../browser/random_id";
import type { Key } from "./token";

export interface Envelope {
  table: string;
  looker: number;
  event: { event: string; seq?: number; reply_to?: string; [key: string]: unknown };
}

interface Notice {
  server: { version?: string; page?: string; bye?: boolean; people?: People & { table: string } };
}

export type State = { connected: boolean; why: string };

/** What tabs tell each other. */
type Message = { events: Envelope[] } | { people: People & { table: string } } | { state: State } | { page: string } | { ask: true };

export interface Hearer {
  events(list: Envelope[]): void;
  /** Connected: whatever was told meanwhile has to be asked for. */
  state(state: State): void;
  people(table: string, people: People): void;
}

const NAME = "hra-stream";
const SILENCE = 40_000; // ms; the server gives a sign of life every 15 s
const LOST = ""; // nothing is known but that

export class Stream {
  /** What all tabs of this browser call themselves. */
  readonly name: string;
  state: State = { connected: false, why: "" };
  private readonly channel: ReturnType<typeof channel<Message>>;
  private page = "";
  private leads = false;
  private wake: () => void = () => {};

  constructor(
    private readonly key: Key,
    private readonly hearer: Hearer,
  ) {
    const kept = key.isInvitation ? session : local; // each guest has a stream of its own, even beside the owner
    this.name = kept.getItem(NAME) ?? randomId() + randomId();
    kept.setItem(NAME, this.name);
    const lock = key.isInvitation ? `${NAME}-${this.name}` : NAME;
    this.channel = channel<Message>(lock);
    this.channel.onmessage = (message: MessageEvent<Message>) => this.hear(message.data);
    this.channel.postMessage({ ask: true } satisfies Message);
    addEventListener("online", () => this.wake());
    addEventListener("visibilitychange", () => this.wake());
    if ("locks" in navigator) navigator.locks.request(lock, () => this.lead()).catch(() => void this.lead());
    else void this.lead(); // each tab for itself
  }

  // ---- between tabs --------------------------------------------------------------------------

  private hear(message: Message): void {
    if ("events" in message) this.hearer.events(message.events);
    else if ("state" in message) this.become(message.state);
    else if ("page" in message) this.compare(message.page);
    else if ("people" in message) this.hearer.people(message.people.table, message.people);
    else if (this.leads) this.channel.postMessage({ state: this.state } satisfies Message);
  }

  private become(state: State): void {
    this.state = state;
    this.hearer.state(state);
  }

  private tell(state: State): void {
    this.become(state);
    this.channel.postMessage({ state } satisfies Message);
  }

  /** A page of another build than the server's reloads itself. */
  compare(page: string): void {
    if (this.page && this.page !== page) location.reload();
    this.page = page;
  }

  // ---- the leader ----------------------------------------------------------------------------

  private async lead(): Promise<void> {
    this.leads = true;
    let pause = 250;
    for (;;) {
      const why = await this.read(() => (pause = 250)).catch(() => LOST);
      this.tell({ connected: false, why });
      await new Promise<void>((done) => {
        this.wake = done;
        setTimeout(done, pause);
      });
      pause = Math.min(pause * 2, 5000);
    }
  }

  /** Reads a stream to its end; returns why it ended. */
  private async read(begun: () => void): Promise<string> {
    const stop = new AbortController();
    let silence = setTimeout(() => stop.abort(), SILENCE);
    let left = "";
    let why = LOST;
    const answer = await fetch(`api/events?stream=${this.name}`, {
      headers: { Authorization: `Bearer ${this.key.text ?? ""}` },
      cache: "no-store",
      signal: stop.signal,
    });
    if (answer.status === 401) return this.key.isInvitation ? w.friend.ended : w.backend.stranger;
    if (!answer.ok || !answer.body) return LOST;
    begun();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return why;
        clearTimeout(silence);
        silence = setTimeout(() => stop.abort(), SILENCE);
        const lines = (left + value).split("\n");
        left = lines.pop() ?? "";
        if (this.take(lines)) why = w.backend.ended;
      }
    } catch {
      return why;
    } finally {
      clearTimeout(silence);
    }
  }

  /** True: the server says that it ends. */
  private take(lines: string[]): boolean {
    const events: Envelope[] = [];
    let ends = false;
    for (const line of lines) {
      if (!line) continue;
      const said = JSON.parse(line) as Envelope | Notice;
      if ("table" in said) events.push(said);
      else if (said.server.bye) ends = true;
      else if (said.server.people) this.tellPeople(said.server.people, events.splice(0));
      else if (said.server.page) {
        this.compare(said.server.page);
        this.channel.postMessage({ page: said.server.page } satisfies Message);
        this.tell({ connected: true, why: "" });
      }
    }
    this.tellEvents(events);
    return ends;
  }

  private tellEvents(events: Envelope[]): void {
    if (!events.length) return;
    this.hearer.events(events);
    this.channel.postMessage({ events } satisfies Message);
  }

  private tellPeople(people: People & { table: string }, before: Envelope[]): void {
    this.tellEvents(before);
    this.hearer.people(people.table, people);
    this.channel.postMessage({ people } satisfies Message);
  }
}
