// The parts of "Copy and share": the position in every notation, the game in every format, pictures.
import { Component } from "preact";
import { addressOf, canSend, copyText, send } from "../browser/clipboard";
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { download } from "./download";
import { Animation } from "./animate";
import { fragmentOf } from "../model/route";
import { pack } from "./packed";
import { pngOf } from "./raster";
import type { Share } from "../state/share";

interface Props {
  app: App;
  tableScreen: TableScreen;
}

/** A text to copy; where the browser does not let it be copied it can be selected. */
function Row({ share, name, text }: { share: Share; name: string; text: string }) {
  const copy = async () => {
    if (await copyText(text)) share.note(name);
    else share.refuse(w.share.select);
  };
  return (
    <li>
      <label>
        <span>{name}</span>
        <input type="text" class="mono" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button aria-label={w.share.copyIt(name)} onClick={() => void copy()}>
        {share.copied === name ? w.share.copied : w.share.copy}
      </button>
    </li>
  );
}

function Texts({ app, tableScreen }: Props) {
  const { share, table } = tableScreen;
  const fragment = app.seating.link();
  const link = fragment === null ? null : addressOf(fragment);
  const { position } = table;
  const known = position !== undefined && share.positions.some(({ text }) => text === position);
  return (
    <ul class="copies">
      {link !== null && <Row share={share} name={w.share.link} text={link} />}
      {share.positions.map(({ notation, text }) => (
        <Row key={notation} share={share} name={notation} text={text} />
      ))}
      {position !== undefined && !known && <Row share={share} name={w.share.ownText} text={position} />}
      {link !== null && canSend() && (
        <li class="actions">
          <button onClick={() => void send(link)}>{w.share.send}</button>
        </li>
      )}
    </ul>
  );
}

function Games({ tableScreen: { share } }: Props) {
  const save = async (format: string) => {
    const told = await share.game(format);
    if (told) download(`${w.study.fileName}${told.suffix}`, told.text);
  };
  const copy = async (format: string) => {
    const told = await share.game(format);
    if (!told) return;
    if (await copyText(told.text)) share.note(format);
    else download(`${w.study.fileName}${told.suffix}`, told.text);
  };
  return (
    <ul class="copies">
      {share.formats.map((format) => (
        <li key={format}>
          <span>{format === "hra" ? w.share.record : format}</span>
          <button aria-label={w.share.copyIt(format)} onClick={() => void copy(format)}>
            {share.copied === format ? w.share.copied : w.share.copy}
          </button>
          <button aria-label={`${w.download}: ${format}`} onClick={() => void save(format)}>
            {w.download}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The element that shows the game in a page of one's own; null: the game is not given away. */
async function frameOf(app: App, { share, table }: TableScreen): Promise<string | null> {
  const told = await share.game("hra");
  if (!told) return null;
  const ply = table.past.looking ?? (table.hello?.study ? table.now.ply : 0);
  const fragment = fragmentOf({ at: "game", packed: await pack(told.text), ply: ply || null });
  const title = (table.hello?.game?.title ?? "").replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const address = new URL(`${app.frame}${fragment}`, location.href).href;
  return `<iframe src="${address}" title="${title}" width="400" height="560" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

function Frame({ app, tableScreen }: Props) {
  const { share } = tableScreen;
  const name = w.share.frameCode;
  const copy = async () => {
    const code = await frameOf(app, tableScreen);
    if (code === null) return;
    if (await copyText(code)) share.note(name);
    else download("hra.html", code);
  };
  return (
    <p class="actions">
      <button aria-label={w.share.copyIt(name)} onClick={() => void copy()}>
        {share.copied === name ? w.share.copied : `${w.share.copy}: ${name}`}
      </button>
    </p>
  );
}

class Pictures extends Component<Props> {
  private animation: Animation | null = null;

  override componentWillUnmount(): void {
    this.animation?.stop();
  }

  private get name(): string {
    const { share, table } = this.props.tableScreen;
    return `${(table.hello?.spec ?? "").replace(/\W.*/, "")}-${share.ply}`;
  }

  private readonly save = async (kind: "svg" | "png") => {
    const { share } = this.props.tableScreen;
    const svg = await share.picture();
    if (svg === null) return;
    try {
      download(`${this.name}.${kind}`, kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg));
    } catch {
      share.refuse(w.share.noPicture);
    }
  };

  private readonly animate = async () => {
    const { share } = this.props.tableScreen;
    this.animation = new Animation(share);
    const picture = await this.animation.make();
    if (picture) download(`${this.name}.gif`, picture);
  };

  override render({ tableScreen: { share } }: Props) {
    const { frames } = share;
    return (
      <>
        <p class="actions">
          <button onClick={() => void this.save("svg")}>{w.share.svg}</button>
          <button onClick={() => void this.save("png")}>{w.share.png}</button>
          {!frames && share.ply > 0 && <button onClick={() => void this.animate()}>{w.share.animated}</button>}
        </p>
        {frames && (
          <p class="asks" role="status">
            <progress value={frames.done} max={frames.of} aria-label={w.share.animated} />
            <span>{w.share.frames(frames.done, frames.of)}</span>
            <button onClick={() => this.animation?.stop()}>{w.stop}</button>
          </p>
        )}
      </>
    );
  }
}

export function ShareParts(props: Props) {
  const { share } = props.tableScreen;
  return (
    <>
      <h3>{w.share.position}</h3>
      <Texts {...props} />
      {share.formats.length > 0 && <h3>{w.share.game}</h3>}
      <Games {...props} />
      <h3>{w.share.picture}</h3>
      <Pictures {...props} />
      {props.app.frame && <h3>{w.share.frame}</h3>}
      {props.app.frame && <Frame {...props} />}
      {share.failed && <p role="alert">{share.failed}</p>}
    </>
  );
}
