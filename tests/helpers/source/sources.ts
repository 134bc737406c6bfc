import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

type Import = { to: string; isType: boolean };
/** A source file: its path from the root, its imports (`#app/…`, `#console/…` and relative ones as paths from the root), its tree. */
export type Source = { path: string; text: string; imports: Import[]; tree: ts.SourceFile };

export function parseSource(path: string, text: string): Source {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, text, tree, imports: importsOf(tree).map((found) => ({ ...found, to: resolve(path, found.to) })) };
}

/** Every .ts and .tsx file of these folders and files, from the root, without the types that React Router generates. */
export const readSources = (...places: string[]): Source[] =>
  places.flatMap(filesBelow).map((path) => parseSource(path, readFileSync(join(ROOT, path), "utf8")));

export function filesBelow(place: string): string[] {
  if (/\.\w+$/.test(place)) return [place];
  return readdirSync(join(ROOT, place), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("/.react-router"))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

/** Names in the root, without those that .gitignore leaves out. */
export function topLevelEntries(): string[] {
  const ignored = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n").filter(Boolean);
  const isIgnored = (name: string) =>
    ignored.some((line) => line.replaceAll("/", "") === name || (line.startsWith("*") && name.endsWith(line.slice(1))));
  return readdirSync(ROOT).filter((name) => name !== ".git" && !isIgnored(name));
}

/** All nodes, depth first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(tree)) {
    if (ts.isImportDeclaration(node)) found.push({ to: textOf(node.moduleSpecifier), isType: isTypeImport(node) });
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      found.push({ to: textOf(node.moduleSpecifier), isType: node.isTypeOnly });
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0])
      found.push({ to: textOf(node.arguments[0]), isType: false });
    else if (ts.isImportTypeNode(node)) found.push({ to: textOf(node.argument), isType: true });
  }
  return found;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = importClause.namedBindings;
  return !importClause.name && !!names && ts.isNamedImports(names) && names.elements.every((name) => name.isTypeOnly);
}

const textOf = (node: ts.Node): string =>
  ts.isStringLiteralLike(node) ? node.text : ts.isLiteralTypeNode(node) ? textOf(node.literal) : node.getText();

function resolve(from: string, to: string): string {
  if (/^#(app|console)\//.test(to)) return to.slice(1);
  return to.startsWith(".") ? normalize(join(dirname(from), to)) : to;
}
