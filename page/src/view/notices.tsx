// The one place of messages: it stays in view when the page is scrolled, and is spoken.
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { type Notice, noticesOf } from "../state/notices";
import { w } from "../strings/strings";
import { Draw, Resigned, TakeBack } from "./controls";
import { later } from "../widgets/later";

const TutorSays = later(() => import("./board_parts").then((parts) => parts.TutorSays));

function NoticeView({ app, notice }: { app: App; notice: Notice }) {
  const { close, act } = notice;
  return (
    <div class={notice.isProblem ? "notice problem" : "notice"}>
      <span>{notice.text}</span>
      {notice.part !== undefined && <progress aria-label={notice.text} {...(Number.isNaN(notice.part) ? {} : { value: Math.min(1, notice.part) })} />}
      {act && <button onClick={act.run}>{act.name}</button>}
      {close && (
        <button
          class="plain"
          aria-label={w.closeNotice}
          onClick={() => {
            close();
            app.redraw();
          }}
        >
          ×
        </button>
      )}
    </div>
  );
}

/** Another client has the seat, or another tab has the game. */
function Elsewhere({ tableScreen: { table } }: { tableScreen: TableScreen }) {
  if (!table.isElsewhere) return null;
  return (
    <section class="asks elsewhere">
      <span>{table.line.away ? w.inOtherTab : w.elsewhere}</span>
      <button class="main" onClick={() => table.connection.first()}>
        {table.line.away ? w.takePlay : w.takeSeat}
      </button>
    </section>
  );
}

export function NoticesView({ app }: { app: App }) {
  const all = noticesOf(app);
  const { tableScreen } = app;
  const list = (isProblem: boolean) => all.filter((notice) => notice.isProblem === isProblem).map((notice) => <NoticeView key={notice.key} app={app} notice={notice} />);
  return (
    <section class={app.screens.setup && !tableScreen ? "notices over-start" : "notices"} aria-label={w.notices}>
      <div class="told" role="alert">
        {list(true)}
        {tableScreen?.tutor.remark && <TutorSays tableScreen={tableScreen} />}
        {tableScreen && <Draw tableScreen={tableScreen} />}
        {tableScreen && <Resigned tableScreen={tableScreen} />}
        {tableScreen && <TakeBack tableScreen={tableScreen} />}
      </div>
      <div class="told" role="status">
        {list(false)}
        {tableScreen && <Elsewhere tableScreen={tableScreen} />}
      </div>
    </section>
  );
}
