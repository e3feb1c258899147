// Draws a text: its blocks, and the words in them.
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import { ExampleView } from "./example_view";
import { CommandView } from "./command";
import type { Learn } from "../state/learn";
import type { Align, Block, Inline, Live } from "../model/learn_texts";

/** How a heading is named on the page, where other names are taken. */
export const anchor = (id: string) => `at-${id}`;

function Words({ of }: { of: Inline[] }) {
  return (
    <>
      {of.map((part, i) => (
        <Part key={i} part={part} />
      ))}
    </>
  );
}

function Part({ part }: { part: Inline }) {
  if (typeof part === "string") return <>{part}</>;
  switch (part.kind) {
    case "strong":
      return (
        <strong>
          <Words of={part.of} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Words of={part.of} />
        </em>
      );
    case "code":
      return <code>{part.text}</code>;
    case "br":
      return <br />;
    case "words":
      return <Words of={part.of} />;
    case "img":
      return <img src={part.src} alt={part.text} loading="lazy" />;
    case "link":
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          <Words of={part.of} />
        </a>
      );
    case "to":
      return (
        <a href={fragmentOf({ at: "learn", page: part.page, part: part.part })}>
          <Words of={part.of} />
        </a>
      );
  }
}

function Heading({ page, block }: { page: string; block: Block & { kind: "heading" } }) {
  const words = <Words of={block.of} />;
  if (block.level === 1) return <h1>{words}</h1>;
  const Level = block.level === 2 ? "h2" : "h3";
  return (
    <Level id={anchor(block.id)}>
      {words}{" "}
      <a class="anchor" href={fragmentOf({ at: "learn", page, part: block.id })} aria-label={w.learn.linkTo(wordsOf(block.of))}>
        #
      </a>
    </Level>
  );
}

function Table({ block }: { block: Block & { kind: "table" } }) {
  const side = (align: Align | undefined) => (align === "right" ? "right" : undefined);
  const label = w.learn.tableOf(block.head.map((cell) => wordsOf(cell)).join(", "));
  return (
    <div class="scroll wide" tabIndex={0} role="group" aria-label={label}>
      <table class="text-table">
        <thead>
          <tr>
            {block.head.map((cell, i) => (cell.length === 0 ? <td key={i} /> : (
              <th key={i} scope="col" class={side(block.align[i])}>
                <Words of={cell} />
              </th>
            )))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, r) => (
            <tr key={r}>
              {row.map((cell, i) => (
                <td key={i} class={side(block.align[i])}>
                  <Words of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function wordsOf(of: Inline[]): string {
  return of.map((part) => (typeof part === "string" ? part : "of" in part ? wordsOf(part.of) : part.text)).join("");
}

function LiveView({ learn, live }: { learn: Learn; live: Live }) {
  const example = learn.example(live);
  return example ? <ExampleView learn={learn} example={example} /> : <CommandView live={live} />;
}

function BlockView({ learn, block }: { learn: Learn; block: Block }) {
  switch (block.kind) {
    case "heading":
      return <Heading page={learn.page} block={block} />;
    case "p":
      return (
        <p>
          <Words of={block.of} />
        </p>
      );
    case "pre":
      return <pre tabIndex={0}>{block.text}</pre>;
    case "ul":
    case "ol": {
      const List = block.kind;
      return (
        <List>
          {block.items.map((item, i) => (
            <li key={i}>
              <Blocks learn={learn} blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Blocks learn={learn} blocks={block.blocks} />
        </blockquote>
      );
    case "fold":
      return (
        <details class="fold">
          <summary>{block.text}</summary>
          <Blocks learn={learn} blocks={block.blocks} />
        </details>
      );
    case "table":
      return <Table block={block} />;
    case "live":
      return <LiveView learn={learn} live={block.live} />;
  }
}

export function Blocks({ learn, blocks }: { learn: Learn; blocks: Block[] }) {
  return (
    <>
      {blocks.map((block, i) => (
        <BlockView key={i} learn={learn} block={block} />
      ))}
    </>
  );
}
