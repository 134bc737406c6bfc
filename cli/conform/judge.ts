import { z } from "zod";

import type { ContractCall, ListPlace } from "../../app/commerce/contract.ts";
import { contentOf, toStrict } from "../../app/commerce/schemas/wire.ts";

/** `tolerated`: the storefront still works. `breaks`: it does not, or omits something. */
export type Finding = {
  level: "tolerated" | "breaks";
  /** A JSON path, such as `results[].price`; empty for the whole answer. */
  path: string;
  problem: string;
  /** The number of list items with this finding. */
  times: number;
};

type Path = readonly PropertyKey[];
type Place = { place: ListPlace; values: unknown[] };

const PLACES: Record<ListPlace, string> = {
  bare: "as the whole answer",
  results: "in results",
  "results.products": "in results.products",
  coins: "in coins",
};
const Page = z.looseObject({ next: z.string().nullable(), count: z.int().min(0) });

/** Compares an answer with the contract and with the parts that the storefront reads. */
export function judge(call: ContractCall, json: unknown): Finding[] {
  if (json === undefined) return call.mayBeEmpty ? [] : [breaks([], "the answer has no body")];
  const read = call.answer.safeParse(json);
  const findings = call.list ? judgeList(call, call.list, json, read.success) : judgeValue(call.answer, json, []);
  const isBroken = findings.some(isBreak);
  const refused = read.success || isBroken ? [] : read.error.issues.map(({ path, message }) => breaks(path, message));
  return count([...findings, ...refused]);
}

function judgeList(call: ContractCall, expected: ListPlace, json: unknown, isRead: boolean): Finding[] {
  const found = findList(json);
  if (!found) return [(isRead ? tolerated : breaks)([], `expected a list ${PLACES[expected]}`)];
  const { place, values } = found;
  const path = place === "bare" ? [] : place.split(".");
  const { items } = contentOf(call.answer) as { items: z.ZodType };
  const fate = isRead ? LEFT_OUT : "the storefront refuses the list";
  return [
    ...(place === expected ? [] : [tolerated([], `expected the list ${PLACES[expected]}, found it ${PLACES[place]}`)]),
    ...(expected.startsWith("results") && place !== "bare" ? judgeValue(Page, json, [], tolerated) : []),
    ...values.flatMap((value, index) => judgeItem(items, value, [...path, index], fate)),
  ];
}

function findList(json: unknown): Place | undefined {
  if (Array.isArray(json)) return { place: "bare", values: json };
  const { results, coins } = (json ?? {}) as Record<string, unknown>;
  if (Array.isArray(results)) return { place: "results", values: results };
  const { products } = (results ?? {}) as Record<string, unknown>;
  if (Array.isArray(products)) return { place: "results.products", values: products };
  return Array.isArray(coins) ? { place: "coins", values: coins } : undefined;
}

function judgeItem(schema: z.ZodType, value: unknown, path: Path, fate: string): Finding[] {
  const findings = judgeValue(schema, value, path);
  // Fields that are each valid may contradict each other.
  const { error } = findings.some(isBreak) ? {} : schema.safeParse(value);
  const contradictions = (error?.issues ?? []).map((issue) => breaks([...path, ...issue.path], issue.message));
  return [...findings, ...contradictions].map((finding) =>
    isBreak(finding) ? { ...finding, problem: `${finding.problem}; ${fate}` } : finding,
  );
}
const LEFT_OUT = "the storefront omits the item";
const isBreak = ({ level }: Finding) => level === "breaks";

function judgeValue(schema: z.ZodType, value: unknown, path: Path, level?: typeof tolerated): Finding[] {
  const { error } = toStrict(schema).safeParse(value);
  return (error?.issues ?? []).map((issue) => {
    const problem = explain(issue, at(value, issue.path));
    if (level) return level([...path, ...issue.path], problem);
    const fate = fateOf(schema, value, issue.path);
    const whole = [...path, ...issue.path];
    if (fate === "read") return tolerated(whole, problem);
    return breaks(whole, fate === "lost" ? `${problem}; ${LEFT_OUT}` : problem);
  });
}

/** Checks that the storefront can read the value at this path. "lost": a list drops the item. */
function fateOf(schema: z.ZodType, value: unknown, path: Path): "read" | "unreadable" | "lost" {
  const isReadable = schema.safeParse(value).success;
  const content = path.length === 0 ? null : contentOf(schema);
  const [key = "", ...rest] = path;
  const inner = content && ("items" in content ? content.items : content.fields[String(key)]);
  if (!content || !inner) return isReadable ? "read" : "unreadable";
  const fate = fateOf(inner, at(value, [key]), rest);
  if (fate !== "unreadable") return fate;
  if ("items" in content) return "lost";
  return isReadable ? "read" : "unreadable";
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value);

/** Names types, never values, because an answer may hold voucher codes and tokens. */
function explain({ code, message }: z.core.$ZodIssue, value: unknown): string {
  if (code === "too_small" || code === "too_big") return message;
  const expected = message.replace(/^Invalid input: /, "").replace(/, received .*$/, "");
  return value === undefined ? `is missing: ${expected}` : `${expected}, received ${typeOf(value)}`;
}

const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : typeof value);

const finding = (level: Finding["level"]) => (path: Path, problem: string) => ({
  level,
  problem,
  times: 1,
  path: path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, ""),
});
export const tolerated: (path: Path, problem: string) => Finding = finding("tolerated");
export const breaks: (path: Path, problem: string) => Finding = finding("breaks");

/** Merges equal findings. */
function count(findings: Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ level, path, problem }) => [level, path, problem].join("\n"));
  return [...groups.values()].map((group) => ({ ...group[0]!, times: group.length }));
}
