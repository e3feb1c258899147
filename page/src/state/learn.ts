// Learn: which text is open, and the examples in it.
import type { Backend } from "../model/backend";
import type { Named } from "../model/events";
import type { Home } from "./home";
import { Predict, canPredict } from "./predict";
import { Example } from "./example";
import { ExampleRunner } from "./example_runner";
import { FormulaTerms } from "./formula_terms";
import { w } from "../strings/strings";
import { type Block, FIRST, type Live, TEXTS_IN, type Text, type Texts } from "../model/learn_texts";

export class Learn {
  texts: Texts | null = null;
  failed = "";
  page = FIRST;
  part = "";
  /** The language of the reader. */
  language = "";
  /** Whether the list of texts is unfolded; null: where there is room for it. */
  listed: boolean | null = null;
  readonly formulaTerms: FormulaTerms;
  private examples = new Map<Live, Example>();
  private runner: ExampleRunner | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly home: Home,
    private readonly load: () => Promise<Texts>,
    private readonly redraw: () => void,
  ) {
    this.formulaTerms = new FormulaTerms(backend, redraw);
  }

  async open(page: string, part: string): Promise<void> {
    if (page !== this.page || w.locale !== this.language) this.leave();
    if (page !== this.page) this.listed = null;
    this.language = w.locale;
    this.page = page;
    this.part = part;
    this.failed = "";
    try {
      this.texts ??= await this.load();
    } catch (why) {
      this.failed = why instanceof Error ? why.message : String(why);
    }
    this.begin();
    this.redraw();
  }

  /** Works on the examples of the text, one after another. */
  private begin(): void {
    const text = this.text;
    if (!text || this.runner) return;
    const runner = new ExampleRunner(this.backend);
    this.runner = runner;
    for (const live of livesOf(text.blocks).filter((l) => l.show !== "match" && l.show !== "play")) {
      const example = new Example(live, runner, this.redraw);
      this.examples.set(live, example);
      if (example.drawn) void example.run();
    }
  }

  /** Makes the tree of an example one to fill in; null: it is not one that people work out. */
  predicting(example: Example): (() => Predict) | null {
    if (!canPredict(example.question.spec)) return null;
    return () => new Predict(this.backend, { player: example.question.spec, at: example.question.where }, this.redraw);
  }

  /** The search methods that there are. */
  get methods(): Named[] {
    return this.home.catalogue.methods;
  }

  /** Which example of the text it is, counted from 0. */
  number(live: Live): number {
    return [...this.examples.keys()].indexOf(live);
  }

  list(yes: boolean): void {
    this.listed = yes;
    this.redraw();
  }

  /** A page in the language of the reader, or as it was written. */
  version(page: string): { text: Text; language: string } | null {
    const written = this.texts?.pages[page];
    const translated = written?.in?.[this.language];
    if (translated) return { text: translated, language: this.language };
    return written ? { text: written, language: TEXTS_IN } : null;
  }

  /** Examples that did not work. */
  get failures(): Example[] {
    return [...this.examples.values()].filter((example) => example.failed);
  }

  get text(): Text | null {
    return this.version(this.page)?.text ?? null;
  }

  example(live: Live): Example | undefined {
    return this.examples.get(live);
  }

  /** The pages before and after this one, as they are listed. */
  beside(): { before: string | null; after: string | null } {
    const order = Object.keys(this.texts?.pages ?? {});
    const at = order.indexOf(this.page);
    return { before: order[at - 1] ?? null, after: order[at + 1] ?? null };
  }

  /** What a page is called: `listed` in lists of what was written, where it is not translated. */
  title(page: string, listed = ""): string {
    const version = this.version(page);
    return (version?.language === TEXTS_IN && listed) || (version?.text.title ?? page);
  }

  leave(): void {
    for (const example of this.examples.values()) example.leave();
    this.examples.clear();
    this.runner?.leave();
    this.runner = null;
  }
}

function livesOf(blocks: Block[]): Live[] {
  return blocks.flatMap((block) => {
    if (block.kind === "live") return [block.live];
    if (block.kind === "ul" || block.kind === "ol") return block.items.flatMap(livesOf);
    return block.kind === "fold" || block.kind === "quote" ? livesOf(block.blocks) : [];
  });
}
