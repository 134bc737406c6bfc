import { lexer, type MarkedToken, type Token, type Tokens } from "marked";

/** Placeholders that a page may use; the brand fills them. */
const PLACEHOLDERS = [
  "organization_name",
  "product_name",
  "email",
  "address",
  "website_url",
  "legal_entity",
  "coins_valid_days",
  "discount_percent",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

type Tag =
  | ("p" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "li" | "blockquote" | "pre" | "hr")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("strong" | "em" | "del" | "code" | "a" | "br");

/** Part of a page: text with unfilled placeholders, or an element. Never HTML. */
export type PageNode = string | { tag: Tag; href?: string; start?: number; children: PageNode[] };

/** A page from a brand's file: the text before the first `##`, then its sections. */
export type WrittenPage = {
  /** From the `#` heading. */
  title: string | null;
  /** From the line `Last updated: 2026-11-21`: an ISO day. */
  updated: string | null;
  intro: PageNode[];
  sections: { title: string; content: PageNode[] }[];
};

export type PageFault = { field: string; reason: string };

/** Parses a page's Markdown. Refuses everything that it cannot show: HTML, pictures, unknown placeholders. */
export function parsePage(markdown: string): WrittenPage | PageFault[] {
  const faults = findUnknownPlaceholders(markdown);
  const page: WrittenPage = { title: null, updated: null, intro: [], sections: [] };
  const refuse = (reason: string) => void faults.push({ field: "", reason });

  for (const token of lexer(markdown.replace(/^\ufeff/, "")) as MarkedToken[]) {
    const { sections } = page;
    if (token.type === "heading" && token.depth === 1) {
      if (page.title !== null || sections.length > 0) refuse(`has a second title: # ${token.text}`);
      page.title = textOf(convert(token.tokens, refuse));
    } else if (token.type === "heading" && token.depth === 2) {
      sections.push({ title: textOf(convert(token.tokens, refuse)), content: [] });
    } else if (sections.length === 0 && isUpdate(token)) {
      page.updated = token.text.slice("Last updated:".length).trim();
      if (!isDay(page.updated)) refuse(`says "${token.text}": write the day as 2026-11-21`);
    } else {
      (sections.at(-1)?.content ?? page.intro).push(...convert([token], refuse));
    }
  }
  if (faults.length > 0) return faults;
  return page.intro.length + page.sections.length > 0 ? page : [{ field: "", reason: "is empty" }];
}

const isUpdate = (token: MarkedToken): token is Tokens.Paragraph =>
  token.type === "paragraph" && /^Last updated:/i.test(token.text);

function findUnknownPlaceholders(markdown: string): PageFault[] {
  const known: readonly string[] = PLACEHOLDERS;
  return markdown
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(/(?<!\\)\{([^{}\s]*)\}/g)]
        .filter(([, name]) => !known.includes(name!))
        .map(([placeholder]) => ({ field: `line ${index + 1}`, reason: `unknown placeholder ${placeholder}` })),
    );
}

type Refuse = (reason: string) => void;

const convert = (tokens: Token[], refuse: Refuse): PageNode[] =>
  (tokens as MarkedToken[]).flatMap((token) => convertToken(token, refuse));

/** Tokens that become one element around their content. */
const ELEMENTS: Partial<Record<string, Tag>> = {
  paragraph: "p",
  strong: "strong",
  em: "em",
  del: "del",
  blockquote: "blockquote",
  br: "br",
  hr: "hr",
};

function convertToken(token: MarkedToken, refuse: Refuse): PageNode[] {
  const element = (tag: Tag, children: Token[] = []) => [{ tag, children: convert(children, refuse) }];
  const tag = ELEMENTS[token.type];
  if (tag !== undefined) return element(tag, "tokens" in token ? token.tokens : []);
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "text":
      return token.tokens ? convert(token.tokens, refuse) : [readText(token.text, refuse)];
    case "escape":
      return [token.text];
    case "heading":
      return element(`h${token.depth}` as Tag, token.tokens);
    case "codespan":
      return [{ tag: "code", children: [token.text] }];
    case "code":
      return [{ tag: "pre", children: [{ tag: "code", children: [token.text] }] }];
    case "link":
      return [convertLink(token, refuse)];
    case "list":
      return [convertList(token, refuse)];
    case "table":
      return [convertTable(token, refuse)];
    case "html":
      refuse(`contains HTML, which is not supported: ${token.text.trim().split("\n")[0]}`);
      return [];
    default:
      refuse(`contains unsupported Markdown: ${token.raw.trim().split("\n")[0]}`);
      return [];
  }
}

function convertLink({ href, tokens }: Tokens.Link, refuse: Refuse): PageNode {
  if (!isLink(href)) refuse(`links to ${href}: use https, mailto, tel, a path or #section`);
  return { tag: "a", href, children: convert(tokens, refuse) };
}

const convertList = ({ ordered, start, items }: Tokens.List, refuse: Refuse): PageNode => ({
  tag: ordered ? "ol" : "ul",
  start: start || undefined,
  children: items.map((item): PageNode => ({ tag: "li", children: convert(item.tokens, refuse) })),
});

function convertTable({ header, rows }: Tokens.Table, refuse: Refuse): PageNode {
  const row = (tag: "th" | "td", cells: Tokens.TableCell[]): PageNode => ({
    tag: "tr",
    children: cells.map((cell) => ({ tag, children: convert(cell.tokens, refuse) })),
  });
  return {
    tag: "table",
    children: [
      { tag: "thead", children: [row("th", header)] },
      { tag: "tbody", children: rows.map((cells) => row("td", cells)) },
    ],
  };
}

/** Refuses HTML entities such as `&copy;`, which would appear literally. */
function readText(text: string, refuse: Refuse): string {
  const entity = /&(#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);/i.exec(text)?.[0];
  if (entity !== undefined) refuse(`contains ${entity}: write the character itself`);
  return text;
}

const isLink = (href: string) =>
  /^(https:\/\/|mailto:|tel:|#|\/(?![/\\]))/.test(href.replace(/^\{website_url\}/, "https://website.example"));

const textOf = (nodes: PageNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
