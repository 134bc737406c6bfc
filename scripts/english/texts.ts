import ts from "typescript";

const PRINTS = /^(?:.*\.)?(?:print|fatal|error|warn|info|debug|log)$/;
const TITLES = /^(?:test|it|describe)(?:\.\w+)*$/;
const ERRORS = /^(?:CommandError|UsageError)$/;

/** The sentences that a source file addresses to people: comments, titles of tests, log lines and output of commands. */
export function sentencesOfSource(path: string, text: string): string[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const texts: string[] = [];
  const seen = new Set<number>();
  const visit = (node: ts.Node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      texts.push(plain(text.slice(pos, end)));
    }
    texts.push(...spokenIn(node));
    for (const child of node.getChildren(tree)) visit(child);
  };
  visit(tree);
  return texts.flatMap(sentences);
}

/** The sentences of a Markdown file outside code. */
export const sentencesOfMarkdown = (text: string): string[] =>
  text
    .replaceAll(/^( *)```.*?^\1```/gms, "")
    .replaceAll(/`[^`\n]*`/g, "CODE")
    .split(/\n(?:\s*\n|\s*(?:[-*|#>]+|\d+\.)\s)/)
    .flatMap((paragraph) => paragraph.split("|"))
    .map((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, " ")
        .replace(/^ ?(?:[-*#>]+|\d+\.) /, "")
        .trim(),
    )
    .flatMap(sentences);

/** A comment without its marks and its tags. */
const plain = (comment: string) =>
  comment
    .replace(/^\/(?:\*+|\/)/, "")
    .replace(/\*+\/$/, "")
    .replaceAll(/^\s*\*/gm, " ")
    .replaceAll(/`[^`\n]*`/g, "CODE")
    .replaceAll(/@param \w+|@\w+/g, ". ")
    .replaceAll(/\s+/g, " ");

const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?:;])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));

function spokenIn(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const callee = node.expression.getText().replaceAll(/\s/g, "").replace(/\(.*$/s, "");
  const [first, second] = node.arguments ?? [];
  if (TITLES.test(callee) || ERRORS.test(callee)) return textOf(first);
  return PRINTS.test(callee) ? [...textOf(first), ...textOf(second)] : [];
}

function textOf(node: ts.Expression | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text + node.templateSpans.map(({ literal }) => `VALUE${literal.text}`).join("")];
}
