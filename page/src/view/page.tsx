// The page as a whole: its head, the screen, its foot.
import type { App } from "../state/app";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import { HomeView } from "./home";
import { LearnView } from "../learn/learn_view";
import { FIRST } from "../model/learn_texts";
import { MatchView } from "./match";
import { NoticesView } from "./notices";
import { SettingsView } from "./settings";
import { SetupView } from "./setup";
import { shown } from "./shown";
import { TableView } from "./table";
import { WorkView } from "./work_view";

function Screen({ app }: { app: App }) {
  if (app.tableScreen) return <TableView app={app} tableScreen={app.tableScreen} />;
  if (app.setup) return <SetupView app={app} setup={app.setup} />;
  if (app.match) return <MatchView match={app.match} />;
  if (app.work) return <WorkView work={app.work} />;
  if (app.route.at === "learn") return <LearnView learn={app.learn} />;
  if (app.route.at === "home") return <HomeView home={app.home} />;
  return (
    <main>
      <p class="wait" role="status">
        {!app.home.failed && w.loading}
      </p>
    </main>
  );
}

/** The title of the text that is open. */
function learnt(app: App): string | undefined {
  return app.route.at === "learn" ? (app.learn.text?.title ?? w.learn.title) : undefined;
}

export function Page({ app }: { app: App }) {
  const title = app.tableScreen?.table.hello?.game?.title ?? app.setup?.game.title ?? app.match?.game.title ?? (app.work ? w.work.title : learnt(app));
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
        <nav aria-label={w.mainMenu}>
          {title && <a href={fragmentOf({ at: "home" })}>{w.home}</a>}
          <a href={fragmentOf({ at: "learn", page: FIRST, part: "" })}>{w.learn.title}</a>
        </nav>
        <button class="plain" aria-expanded={app.settingsOpen} onClick={() => app.showSettings(!app.settingsOpen)}>
          {w.settings}
        </button>
      </header>
      <NoticesView app={app} />
      {app.settingsOpen && <SettingsView app={app} />}
      <Screen app={app} />
      <footer class="foot">
        <a href="licences.txt" hreflang="en">{w.licences}</a>
      </footer>
    </>
  );
}
