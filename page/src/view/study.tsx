// The moves of a study: a line with its variations, comments and glyphs, in which one goes about.
import { fragmentOf } from "../model/route";
import { type Piece, glyphs } from "../model/study";
import type { Study } from "../state/study";
import type { TableScreen } from "../state/table_screen";
import { Icon, type IconName } from "./icons";
import { w } from "../strings/strings";
import { Follow } from "../widgets/follow";
import { download } from "../share/download";
import { Faults } from "./faults";

function MoveButton({ study, piece }: { study: Study; piece: Piece & { kind: "move" } }) {
  const { node, number } = piece;
  const isHere = node.node === study.at;
  return (
    <>
      <button class={node.seat === "chance" ? "plain by-chance" : "plain"} tabIndex={isHere ? 0 : -1} aria-current={isHere ? "step" : undefined} onClick={() => void study.go(node.node)}>
        {number && <span class="quiet">{number} </span>}
        {node.move_said ?? node.move}
        {glyphs(node)}
      </button>{" "}
    </>
  );
}

function Line({ study, pieces }: { study: Study; pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map((piece, i) =>
        piece.kind === "comment" ? (
          <span key={`comment ${i}`} class="comment">
            {piece.text}{" "}
          </span>
        ) : piece.kind === "line" ? (
          <div key={`line ${piece.key}`} class="variation" role="group" aria-label={w.study.variation}>
            <Line study={study} pieces={piece.pieces} />
          </div>
        ) : (
          <MoveButton key={piece.node.node} study={study} piece={piece} />
        ),
      )}
    </>
  );
}

/** The keys that go about in the moves. */
function pressed(study: Study, event: KeyboardEvent): void {
  const ways: Record<string, () => void> = {
    ArrowLeft: () => study.back(),
    ArrowRight: () => study.forward(),
    ArrowUp: () => study.aside(-1),
    ArrowDown: () => study.aside(1),
    Home: () => study.first(),
    End: () => study.last(),
  };
  const way = event.altKey || event.ctrlKey || event.metaKey ? undefined : ways[event.key];
  if (!way) return;
  event.preventDefault();
  way();
}

/** Who played it, where and when. */
function About({ tableScreen }: { tableScreen: TableScreen }) {
  const { study } = tableScreen;
  const { file } = study;
  const tag = (name: string) => {
    const value = study.tags.find((one) => one.name.toLowerCase() === name)?.value ?? "";
    return /^[?.]*$/.test(value) ? "" : value;
  };
  const said = ["event", "date", "result"].map(tag).filter(Boolean).join(" · ");
  return (
    <>
      {file?.name.startsWith("files/") && (
        <p class="of-file">
          <a href={fragmentOf({ at: "file", name: file.name, game: null })}>{w.study.allGames(file.name.replace(/^.*\//, ""))}</a> <span class="quiet">{w.study.gameNumber(file.game)}{said && ` · ${said}`}</span>
        </p>
      )}
      {said && !file?.name.startsWith("files/") && <p class="quiet">{said}</p>}
      <Faults faults={study.faults} />
    </>
  );
}

function Edit({ study }: { study: Study }) {
  const save = async (format: string) => {
    const told = await study.write(format);
    if (told?.text !== undefined) download(`${w.study.fileName}${told.suffix}`, told.text);
  };
  return (
    <p class="actions">
      {study.waits && (
        <button class="main" onClick={() => void study.letMove()}>
          {w.continue}
        </button>
      )}
      <button disabled={study.tree.isMain(study.at)} onClick={() => void study.promote()}>
        {w.study.promote}
      </button>
      <button disabled={study.at === 0} onClick={() => void study.remove()}>
        {w.study.remove}
      </button>
      {study.formats.map((format) => (
        <button key={format} onClick={() => void save(format)}>
          {format === "hra" ? w.study.saveRecord : w.study.saveAs(format)}
        </button>
      ))}
    </p>
  );
}

const GLYPH_COUNT = 6; // those that have a sign

/** What a person says of the move: a sign and a comment. */
function Remarks({ study }: { study: Study }) {
  const { at } = study; // what is typed belongs to the move that it was typed at
  const node = study.tree.get(at);
  const [chosen = 0] = node?.nags ?? [];
  return (
    <p class="remarks">
      {at > 0 && (
        <select key={`sign ${at}`} aria-label={w.study.glyph} onChange={(event) => void study.mark(at, Number(event.currentTarget.value))}>
          {[0, ...Array.from({ length: GLYPH_COUNT }, (_, i) => i + 1), ...(chosen > GLYPH_COUNT ? [chosen] : [])].map((nag) => (
            <option key={nag} value={nag} selected={nag === chosen}>
              {nag === 0 ? "–" : glyphs({ nags: [nag] }).trim()}
            </option>
          ))}
        </select>
      )}
      <input
        key={at}
        type="text"
        aria-label={w.study.comment}
        placeholder={w.study.comment}
        defaultValue={(node?.comments ?? []).join(" ")}
        onChange={(event) => void study.comment(at, event.currentTarget.value)}
      />
    </p>
  );
}

function Steps({ study }: { study: Study }) {
  const steps: [IconName, string, boolean, () => void][] = [
    ["first", w.first, study.isFirst, () => study.first()],
    ["previous", w.back, study.isFirst, () => study.back()],
    ["next", w.forward, study.isLast, () => study.forward()],
    ["last", w.study.end, study.isLast, () => study.last()],
  ];
  return (
    <div class="steps" role="group" aria-label={w.moves}>
      {steps.map(([icon, name, off, go]) => (
        <button key={icon} class="plain" title={name} disabled={off} onClick={go}>
          <Icon name={icon} />
          <span class="unseen">{name}</span>
        </button>
      ))}
    </div>
  );
}

export function StudyView({ tableScreen }: { tableScreen: TableScreen }) {
  const { study, table } = tableScreen;
  const { pieces } = study.tree;
  return (
    <details class="panel study" open>
      <summary>{w.moves}</summary>
      <Steps study={study} />
      {table.now.opening && <p class="quiet">{w.openingIs(table.now.opening)}</p>}
      {pieces.length === 0 ? (
        <p class="quiet">{w.study.empty}</p>
      ) : (
        <div onKeyDown={(event) => pressed(study, event)}>
          <Follow name="lines" label={w.study.keys} at={study.at}>
            <Line study={study} pieces={pieces} />
          </Follow>
        </div>
      )}
      <Remarks study={study} />
      <About tableScreen={tableScreen} />
      <Edit study={study} />
    </details>
  );
}
