import { Parser } from "htmlparser2";

const MAX_CHARACTERS = 20_000;
const BLOCKS = new Set([
  "p",
  "div",
  "br",
  "li",
  "ul",
  "ol",
  "tr",
  "table",
  "section",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);
const CELLS = new Set(["td", "th", "dt", "dd"]);
const HIDDEN = new Set(["script", "style", "template", "title", "noscript", "iframe", "object", "svg", "math"]);

/** Converts a backend's HTML to paragraphs of text: a real parser decodes entities once and drops all markup. */
export function toPlainText(html: string): string[] {
  const lines: string[] = [""];
  let hidden = 0;
  const breakLine = () => lines.push("");
  const parser = new Parser({
    onopentag(name) {
      if (HIDDEN.has(name)) hidden++;
      else if (BLOCKS.has(name)) breakLine();
      else if (CELLS.has(name)) lines[lines.length - 1] += " ";
    },
    ontext(text) {
      if (hidden === 0) lines[lines.length - 1] += text;
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      else if (BLOCKS.has(name)) breakLine();
    },
  });
  parser.end(html.slice(0, MAX_CHARACTERS));
  return lines.map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "");
}
