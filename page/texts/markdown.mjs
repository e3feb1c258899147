// Turns Markdown into what the page draws: a list of blocks, plain data without any HTML.
import { lexer } from "marked";
import { commandsOf, readCommand } from "./commands.mjs";

/** How a heading is called in an address, as code hosts do it. */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** The words of inline texts alone. */
export function plain(inlines) {
  return inlines.map((part) => (typeof part === "string" ? part : "text" in part ? part.text : plain(part.of))).join("");
}

class Reader {
  /** `host` resolves links and pictures and reads trees; it throws what is wrong. */
  constructor(host) {
    this.host = host;
    /** What the next example is told by a comment before it. */
    this.told = {};
  }

  inline(token) {
    switch (token.type) {
      case "text":
        return token.tokens ? this.inlines(token.tokens) : [token.text];
      case "escape":
        return [token.text];
      case "strong":
        return [{ kind: "strong", of: this.inlines(token.tokens) }];
      case "em":
        return [{ kind: "em", of: this.inlines(token.tokens) }];
      case "codespan":
        return [{ kind: "code", text: token.text }];
      case "br":
        return [{ kind: "br", of: [] }];
      case "link":
        return [this.host.link(token.href, this.inlines(token.tokens))];
      case "image":
        return [{ kind: "img", src: this.host.picture(token.href), text: token.text }];
      default:
        throw new Error(`a text has '${token.raw}', which the page cannot show`);
    }
  }

  inlines(tokens = []) {
    const all = tokens.flatMap((token) => this.inline(token));
    return all.reduce((joined, part) => {
      const last = joined.length - 1;
      if (typeof part === "string" && typeof joined[last] === "string") joined[last] += part;
      else joined.push(part);
      return joined;
    }, []);
  }

  /** `<!-- live: predict; against minimax -->` before a command. */
  comment(text) {
    const live = /^<!--\s*live:\s*(.*?)\s*-->\s*$/s.exec(text);
    if (!live) return;
    for (const part of live[1].split(/;\s*/)) {
      const [key, ...rest] = part.trim().split(" ");
      if (key !== "predict" && key !== "against") throw new Error(`'${key}' of '${text.trim()}' is nothing that an example can be told`);
      this.told[key] = rest.join(" ") || true;
    }
  }

  code(token) {
    const found = commandsOf(token.text);
    if (!found) return [{ kind: "pre", text: token.text }];
    return found.map(({ command, answer }) => {
      const live = readCommand(command);
      const shown = answer.join("\n");
      if (!live) return { kind: "pre", text: [command, ...answer].join("\n") };
      const told = this.told;
      this.told = {};
      return { kind: "live", live: { ...this.host.game(live), ...told, ...(shown && { answer: shown }) } };
    });
  }

  table(token) {
    const row = (cells) => cells.map((cell) => this.inlines(cell.tokens));
    return [{ kind: "table", align: token.align, head: row(token.header), rows: token.rows.map(row) }];
  }

  block(token) {
    switch (token.type) {
      case "space":
        return [];
      case "heading": {
        const of = this.inlines(token.tokens);
        return [{ kind: "heading", level: token.depth, id: slug(plain(of)), of }];
      }
      case "paragraph":
      case "text":
        return [{ kind: "p", of: this.inlines(token.tokens) }];
      case "code":
        return this.code(token);
      case "list":
        return [{ kind: token.ordered ? "ol" : "ul", items: token.items.map((item) => this.blocks(item.tokens)) }];
      case "blockquote":
        return [{ kind: "quote", blocks: this.blocks(token.tokens) }];
      case "table":
        return this.table(token);
      default:
        throw new Error(`a text has '${token.raw}', which the page cannot show`);
    }
  }

  /** Blocks up to the end, or up to `</details>` where one began. */
  blocks(tokens, queue = [...tokens], inside = false) {
    const blocks = [];
    while (queue.length > 0) {
      const token = queue.shift();
      const opens = token.type === "html" && /^<details>\s*<summary>(.*?)<\/summary>\s*$/s.exec(token.text);
      if (opens) blocks.push({ kind: "fold", text: opens[1], blocks: this.blocks([], queue, true) });
      else if (inside && token.type === "html" && token.text.trim() === "</details>") return blocks;
      else if (token.type === "html" && token.text.startsWith("<!--")) this.comment(token.text);
      else blocks.push(...this.block(token));
    }
    if (inside) throw new Error("a <details> has no end");
    return withCaptions(blocks);
  }
}

/** A picture that stands behind the command that draws it says what it shows; the page draws it itself. */
function withCaptions(blocks) {
  return blocks.filter((block, i) => {
    const before = blocks[i - 1];
    const picture = block.kind === "p" && block.of.length === 1 && block.of[0].kind === "img" ? block.of[0] : null;
    if (!picture || before?.kind !== "live" || before.live.show !== "tree") return true;
    before.live.caption = picture.text;
    return false;
  });
}

export function readMarkdown(text, host) {
  return new Reader(host).blocks(lexer(text));
}
