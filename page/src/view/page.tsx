// The page as a whole: its head, the screen, its foot.
import { Component, type ComponentChildren } from "preact";
import { addressOf } from "../assets/beside";
import type { App } from "../state/app";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import { HomeView } from "./home";
import { FIRST } from "../model/learn_texts";
import { NoticesView } from "./notices";
import { shown } from "./shown";
import { TableView } from "./table";
import { later } from "../widgets/later";

const MistakesView = later(() => import("./parts").then((parts) => parts.MistakesView));
const PractiseView = later(() => import("./parts").then((parts) => parts.PractiseView));
const LearnView = later(() => import("./parts").then((parts) => parts.LearnView));
const AnalyseView = later(() => import("./board_parts").then((parts) => parts.AnalyseView));
const MatchView = later(() => import("./parts").then((parts) => parts.MatchView));
const GameListView = later(() => import("./parts").then((parts) => parts.GameListView));
const SettingsView = later(() => import("./board_parts").then((parts) => parts.SettingsView));
const SetupView = later(() => import("./parts").then((parts) => parts.SetupView));
const WorkView = later(() => import("./parts").then((parts) => parts.WorkView));

function Screen({ app }: { app: App }) {
  if (app.exercises) return <MistakesView app={app} run={app.exercises} />;
  if (app.tableScreen) return <TableView app={app} tableScreen={app.tableScreen} />;
  if (app.screens.setup) return <SetupView app={app} setup={app.screens.setup} />;
  if (app.screens.match) return <MatchView match={app.screens.match} />;
  if (app.screens.list) return <GameListView list={app.screens.list} />;
  if (app.screens.practise) return <PractiseView app={app} practise={app.screens.practise} />;
  if (app.screens.work) return <WorkView work={app.screens.work} />;
  if (app.route.at === "learn" && app.screens.learn) return <LearnView learn={app.screens.learn} />;
  if (app.route.at === "home") return <HomeView app={app} />;
  if (app.route.at === "open") return <AnalyseView app={app} />;
  return (
    <main>
      <p class="wait" role="status">
        {!app.home.catalogue.failed && !app.failed && (app.isGuest ? w.friend.opening : w.loading)}
      </p>
    </main>
  );
}

/** Another screen is seen from its top. */
class FromTop extends Component<{ screen: string; children: ComponentChildren }> {
  override componentDidUpdate(before: { screen: string }): void {
    if (before.screen !== this.props.screen) window.scrollTo(0, 0);
  }

  override render() {
    return this.props.children;
  }
}

/** What the screen is known by; texts of Learn, which scroll to their parts, are one screen. */
function screenOf({ tableScreen, route }: App): string {
  return tableScreen?.id ?? (route.at === "learn" ? "learn" : fragmentOf(route));
}

/** The title of the text that is open. */
function learnt(app: App): string | undefined {
  return app.route.at === "learn" ? (app.screens.learn?.text?.title ?? w.learn.title) : undefined;
}

/** The title of a screen that is about no game. */
function placeOf(app: App): string | undefined {
  if (app.screens.practise) return w.exercise.practise;
  if (app.screens.work) return w.work.title;
  return app.route.at === "open" ? w.share.analyse : learnt(app);
}

export function Page({ app }: { app: App }) {
  const title = app.tableScreen?.table.hello?.game?.title ?? app.screens.setup?.game.title ?? app.screens.match?.form.game.title ?? app.screens.list?.title ?? placeOf(app);
  document.title = title ? `${shown(title)} – ${w.brand}` : w.brand;
  return (
    <>
      <header class="top">
        <a class="brand" href={fragmentOf({ at: "home" })}>
          <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" class="mark-ground" />
            <circle cx="10" cy="10" r="3.2" class="mark-a" />
            <circle cx="22" cy="22" r="3.2" class="mark-a" />
            <circle cx="22" cy="10" r="3.2" class="mark-b" />
            <circle cx="10" cy="22" r="3.2" class="mark-b" />
          </svg>
          {w.brand}
        </a>
        {!app.isGuest && (
          <nav aria-label={w.mainMenu}>
            {title && <a href={fragmentOf({ at: "home" })}>{w.home}</a>}
            <a href={fragmentOf({ at: "open" })}>{w.share.analyse}</a>
            <a href={fragmentOf({ at: "learn", page: FIRST, part: "" })}>{w.learn.title}</a>
          </nav>
        )}
        <button class="plain" aria-expanded={app.settings.isOpen} onClick={() => app.showSettings(!app.settings.isOpen)}>
          {w.settings}
        </button>
      </header>
      <NoticesView app={app} />
      {app.settings.isOpen && <SettingsView app={app} />}
      <FromTop screen={screenOf(app)}>
        <Screen app={app} />
      </FromTop>
      <footer class="foot">
        <a href={addressOf("licences.txt")} hreflang="en">{w.licences}</a>
      </footer>
    </>
  );
}
