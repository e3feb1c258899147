// What a person is to be told, from wherever it comes: shown in one place, in view and spoken.
import { w } from "../strings/strings";
import type { App } from "./app";
import type { TableScreen } from "./table_screen";
import { megabytes, seconds } from "../model/numbers";

export interface Notice {
  /** Of each thing that is told one of its own, so that what is told twice is spoken twice. */
  key: string;
  text: string;
  /** Something went wrong; else it is but news. */
  isProblem: boolean;
  /** Of something that goes on: how far it is, 0..1; NaN: not known. */
  part?: number;
  /** Puts it aside; left out: it stays until it is no more so. */
  close?: () => void;
  /** What a person can do about it. */
  act?: { name: string; run: () => void };
}

type Slot = { failed: string };

function problem(key: string, text: string, close?: () => void): Notice[] {
  return text ? [{ key, text, isProblem: true, ...(close && { close }) }] : [];
}

/** What `slot` says of its last failure. */
function failureOf(key: string, slot: Slot | null | undefined, say: (text: string) => string = w.failed): Notice[] {
  return slot?.failed ? problem(key, say(slot.failed), () => (slot.failed = "")) : [];
}

const asItIs = (text: string) => text;

function ofTable(tableScreen: TableScreen): Notice[] {
  const { table, share: { linkCopied: copied } } = tableScreen;
  const { line: { failed } } = table;
  return [
    ...(table.line.connected ? [] : problem("lost", table.line.why || w.lost)),
    ...(table.line.ended ? problem("ended", w.ended) : []),
    ...(failed ? problem(`table ${failed.seq} ${failed.reply_to ?? ""}`, failed.text, () => (table.line.failed = null)) : []),
    ...(table.now.usual ? [{ key: "usual", text: w.usualLimit(seconds(table.now.usual)), isProblem: false, close: () => void (table.now.usual = 0) }] : []),
    ...failureOf("adviser", tableScreen.adviser, asItIs),
    ...failureOf("review", tableScreen.analysis.review),
    ...tableScreen.analysis.analyses.runs.flatMap((run) => (run.heeded ? [] : run.state === "failed" ? problem(`run ${run.key}`, run.failed, () => (run.heeded = true)) : [])),
    ...failureOf("search tree", tableScreen.analysis.tree, asItIs),
    ...(copied ? [{ key: "copied", text: w.copied, isProblem: false, close: () => void (tableScreen.share.linkCopied = false) }] : []),
  ];
}

export function noticesOf(app: App): Notice[] {
  const { home, tableScreen } = app;
  return [
    ...(app.loading ? [{ key: "loading", text: w.backend.loading(megabytes(app.loading.bytes)), isProblem: false, part: app.loading.got / app.loading.bytes }] : []),
    ...(app.update ? [{ key: "update", text: w.update.waits, isProblem: false, act: { name: w.update.take, run: () => app.update?.take() } }] : []),
    ...problem("trouble", app.trouble, () => app.heedTrouble()),
    ...(home.catalogue.failed ? problem("home", w.noBack(home.catalogue.failed)) : []),
    ...problem("kept", home.saved.failed && w.failed(home.saved.failed), () => (home.saved.failed = "")),
    ...(home.saved.added ? [{ key: "added", text: w.added(home.saved.added), isProblem: false, close: () => void (home.saved.added = 0) }] : []),
    ...(home.saved.guessed ? [{ key: "guessed", text: w.readAs(home.saved.guessed), isProblem: false, close: () => void (home.saved.guessed = "") }] : []),
    ...failureOf("open", app),
    ...(app.route.at === "open" ? [] : failureOf("import", app.imports, asItIs)), // there it stands beside the box
    ...failureOf("setup", app.screens.setup),
    ...failureOf("match", app.screens.match),
    ...failureOf("work", app.screens.work),
    ...failureOf("file", app.screens.list),
    ...failureOf("practise", app.screens.practise, asItIs),
    ...[app.exercises, app.screens.practise?.run].flatMap((run) => (run?.isMissing ? [] : failureOf("exercise", run, asItIs))),
    ...(app.screens.learn?.failures ?? []).flatMap((example, i) => failureOf(`example ${i}`, example, asItIs)),
    ...(tableScreen ? ofTable(tableScreen) : []),
  ];
}
