// Learn: the list of texts, and the one that is open.
import { Component, createRef } from "preact";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import type { Learn } from "../state/learn";
import { Blocks, anchor } from "./text";
import { FIRST, LESSON, TEXTS_IN } from "../model/learn_texts";

const to = (page: string) => fragmentOf({ at: "learn", page, part: "" });

function Link({ learn, page, title }: { learn: Learn; page: string; title?: string }) {
  return (
    <li>
      <a lang={learn.version(page)?.language} href={to(page)} aria-current={learn.page === page ? "page" : undefined}>
        {learn.title(page, title)}
      </a>
    </li>
  );
}

function Contents({ learn }: { learn: Learn }) {
  const open = learn.listed ?? window.matchMedia("(min-width: 60rem)").matches;
  return (
    <details class="contents" open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault(); // what is open is said by the model
          learn.list(!open);
        }}
      >
        {w.learn.contents}
      </summary>
      <nav aria-label={w.learn.contents}>
        <ul>
          <li>
            <a href={to(FIRST)} aria-current={learn.page === FIRST ? "page" : undefined}>
              {w.learn.title}
            </a>
          </li>
          <Link learn={learn} page={LESSON} />
        </ul>
        {learn.texts?.contents.map((section) => (
          <div key={section.title}>
            <p class="section" lang={section.in?.[learn.language] ? learn.language : TEXTS_IN}>
              {section.in?.[learn.language] ?? section.title}
            </p>
            <ul>
              {section.pages.map((p) => (
                <Link key={p.page} learn={learn} page={p.page} title={p.title} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </details>
  );
}

function Beside({ learn }: { learn: Learn }) {
  const { before, after } = learn.beside();
  return (
    <nav class="beside" lang={w.locale} aria-label={w.learn.beside}>
      {before && <a lang={learn.version(before)?.language} href={to(before)}>← {learn.title(before)}</a>}
      {after && <a lang={learn.version(after)?.language} href={to(after)}>{learn.title(after)} →</a>}
    </nav>
  );
}

function Missing({ learn }: { learn: Learn }) {
  if (!learn.failed && !learn.texts)
    return (
      <p class="wait" role="status">
        {w.loading}
      </p>
    );
  return (
    <p class="problem" role="alert">
      {learn.failed ? w.failed(learn.failed) : w.learn.noText(learn.page)} <a href={to(FIRST)}>{w.learn.title}</a>
    </p>
  );
}

export class LearnView extends Component<{ learn: Learn }> {
  private readonly article = createRef<HTMLElement>();
  /** What was scrolled to. */
  private shown = "";

  override componentDidMount(): void {
    this.arrive();
  }

  override componentDidUpdate(): void {
    this.arrive();
  }

  /** Another text, or another part of it, is shown from its beginning, once. */
  private arrive(): void {
    const { page, part, text } = this.props.learn;
    const here = `${page}~${part}`;
    if (!text || this.shown === here) return;
    this.shown = here;
    const heading = part ? document.getElementById(anchor(part)) : null;
    if (heading) heading.scrollIntoView();
    else window.scrollTo(0, 0);
    this.article.current?.focus({ preventScroll: true });
  }

  render() {
    const { learn } = this.props;
    const { page } = learn;
    const { text = null, language = TEXTS_IN } = learn.version(page) ?? {};
    return (
      <main class="learn" data-page={page}>
        {text && <Contents learn={learn} />}
        {text ? (
          <article class="text" lang={language} ref={this.article} tabIndex={-1}>
            {language !== w.locale && (
              <p class="quiet" lang={w.locale}>
                {w.learn.inEnglish}
              </p>
            )}
            {text.older && (
              <p class="quiet" lang={w.locale}>
                {w.learn.older}
              </p>
            )}
            <Blocks key={`${page}.${language}`} learn={learn} blocks={text.blocks} />
            <Beside learn={learn} />
          </article>
        ) : (
          <Missing learn={learn} />
        )}
      </main>
    );
  }
}
