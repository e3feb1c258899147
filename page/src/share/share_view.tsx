// "Copy and share", which has its parts only while it is open.
import type { ComponentChildren } from "preact";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";

export function ShareView({ tableScreen, children }: { tableScreen: TableScreen; children: ComponentChildren }) {
  const { share, table } = tableScreen;
  share.follow();
  return (
    <details class="panel share" open={share.open} onToggle={(event) => share.show(event.currentTarget.open)}>
      <summary>{w.share.title}</summary>
      {share.open && table.cover.seat === null && children}
    </details>
  );
}
