// A review of the play at the table: how it begins; what it has found is fetched when there is something.
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { later } from "../widgets/later";
import { w } from "../strings/strings";

const ReviewParts = later(() => import("./parts").then((parts) => parts.ReviewParts));

export function ReviewView({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { analysis: { review }, table } = tableScreen;
  return (
    <details class="panel" open={review.running || review.moves.length > 0 || table.now.result !== null}>
      <summary>{w.review}</summary>
      {review.moves.length === 0 && !review.running && <p class="quiet">{w.reviewWhat}</p>}
      {!review.running && !review.review && (
        <button disabled={table.past.played.length === 0 && table.now.ply === 0} onClick={() => void review.start()}>
          {w.reviewStart}
        </button>
      )}
      {review.running && <p role="status">{w.reviewing(review.done, review.plies)}</p>}
      {review.failed && (
        <p class="problem" role="alert">
          {review.failed}
        </p>
      )}
      {(review.moves.length > 1 || review.review) && <ReviewParts app={app} tableScreen={tableScreen} />}
    </details>
  );
}
