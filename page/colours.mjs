// Colours for light and dark in browsers that have no light-dark() (Chrome before 123, Firefox before 120, Safari before 17.5): of
// two variables one is nothing, and the other one has no value, so that its colour is taken.

const LIGHT = "--light:initial;--dark: ;";
const DARK = "--light: ;--dark:initial;";
const WHICH = `:root{${LIGHT}}@media(prefers-color-scheme:dark){:root{${DARK}}}:root[data-theme=dark]{${DARK}}:root[data-theme=light]{${LIGHT}}`;

/** Where the first argument after `at` ends, at its "," or ")". */
function endOf(css, at) {
  for (let depth = 0, i = at; i < css.length; i++) {
    if (css[i] === "(") depth++;
    else if (depth === 0 && (css[i] === "," || css[i] === ")")) return i;
    else if (css[i] === ")") depth--;
  }
  throw new Error(`colours.mjs: light-dark( without an end: ${css.slice(at, at + 40)}`);
}

/** The style sheet with its light-dark(A,B) replaced. */
export function withoutLightDark(css) {
  const parts = css.split("light-dark(");
  let [out] = parts;
  for (const part of parts.slice(1)) {
    const comma = endOf(part, 0);
    const end = endOf(part, comma + 1);
    out += `var(--light,${part.slice(0, comma).trim()})var(--dark,${part.slice(comma + 1, end).trim()})${part.slice(end + 1)}`;
  }
  return WHICH + out;
}
