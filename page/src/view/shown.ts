// The one place where text goes to a person: every element that is made comes through here.
import { options } from "preact";

/** Control characters, and those that turn the direction of text, as in hra_text_harmless of the library. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** Attributes that are read or heard. What is typed and sent (value, href, ...) stays as it is. */
const READ = ["title", "alt", "label", "placeholder", "aria-label", "aria-description", "aria-valuetext", "aria-roledescription"];

/** The text as it may be shown: names, records and errors come from elsewhere. */
export function shown(text: string): string {
  return text.replace(STEERING, "?");
}

function tame(child: unknown): unknown {
  return typeof child === "string" ? shown(child) : Array.isArray(child) ? child.map(tame) : child;
}

/** From now on elements hold text as it may be shown. */
export function showSafely(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    const children = props.children;
    // a field's own text is what its person writes
    if (node.type !== "textarea" && (typeof children === "string" || Array.isArray(children))) props.children = tame(children);
    for (const name of READ) {
      const text = props[name];
      if (typeof text === "string") props[name] = shown(text);
    }
    before?.(node);
  };
}
