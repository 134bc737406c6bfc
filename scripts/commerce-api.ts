// `npm run commerce-api`: writes docs/commerce-api.md and docs/openapi.json from the storefront's table of calls.
import { readFileSync, writeFileSync } from "node:fs";

import { format } from "prettier";
import { z } from "zod";

import { CONTRACT, type ContractCall, LIMITS, type ListPlace } from "../app/commerce/contract.ts";
import { Id } from "../app/commerce/schemas/values.ts";
import { contentOf, isOptional, toStrict } from "../app/commerce/schemas/wire.ts";
import { EXAMPLES } from "./commerce-api-examples.ts";

type Json = Record<string, unknown>;

const Refusal = z.looseObject({ detail: z.string().describe("One sentence for the shopper.") });
const Next = z.string().nullable().describe("Anything but null, false and an empty text: there is another page.");
const COUNTS =
  "The answer may have `in_subcategories`, a list of `{ id, count }`: how many cards there would be if only that subcategory were chosen. The filters then show the counts and hide empty subcategories.";
const InSubcategories = z
  .array(z.looseObject({ id: Id, count: z.int().min(0) }))
  .optional()
  .describe("How many cards there would be if only that subcategory were chosen. Absent: the filters show no counts.");
const Count = z.int().min(0).describe("How many there are on all pages.");

/** The schema of the answer, with the list at the place that the call declares. */
function answerOf({ answer, list }: ContractCall): z.ZodType {
  const strict = toStrict(answer);
  const page = (results: z.ZodType) =>
    z.looseObject({ results, next: Next, count: Count, in_subcategories: InSubcategories });
  const places: Record<ListPlace, () => z.ZodType> = {
    bare: () => strict,
    results: () => page(strict),
    "results.products": () => page(z.looseObject({ products: strict })),
    coins: () => z.looseObject({ coins: strict }),
  };
  return list ? places[list]() : strict;
}

/** A JSON Schema whose named parts are moved to `components`. */
function toJsonSchema(schema: z.ZodType, components: Json): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input" })).replaceAll("#/$defs/", "#/components/schemas/");
  const { $schema: _, $defs = {}, ...json } = tidy(JSON.parse(text)) as Json;
  Object.assign(components, $defs);
  return json;
}

/** Leaves out noise: the largest safe integer, patterns beside a format, and additionalProperties. */
function tidy(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(tidy);
  if (typeof json !== "object" || json === null) return json;
  const { format } = json as Json;
  const isNoise = ([key, value]: [string, unknown]) =>
    Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ||
    (key === "pattern" && format !== undefined) ||
    (key === "additionalProperties" && JSON.stringify(value) === "{}");
  return Object.fromEntries(
    Object.entries(json).flatMap((entry) => (isNoise(entry) ? [] : [[entry[0], tidy(entry[1])]])),
  );
}

/** The contract as OpenAPI 3.1. */
export function createOpenApi() {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Json;
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const call of CONTRACT) (paths[call.path] ??= {})[call.method.toLowerCase()] = createOperation(call, schemas);
  const refusal = toJsonSchema(Refusal, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Awning commerce API",
      version,
      description: "What the storefront asks of a host. docs/commerce-api.md says it in words.",
    },
    servers: [{ url: "https://api.example/", description: "A brand's api.url" }],
    paths,
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(
        Object.entries({ ...schemas, Refusal: refusal }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}

function createOperation(call: ContractCall, schemas: Json): Json {
  const { name, about, session, feature, query, body, isForm, mayBeEmpty, refusals = {} } = call;
  const example = EXAMPLES[name];
  const type = isForm ? "multipart/form-data" : "application/json";
  const content = (schema: z.ZodType, of?: unknown) => ({
    schema: toJsonSchema(schema, schemas),
    ...(of !== undefined && { example: of }),
  });
  const refusal = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };
  const statuses = session === "always" ? { 401: "The access token is missing, has ended or is not good." } : {};
  return {
    operationId: name,
    description: about,
    tags: [feature ?? "core"],
    ...(feature && { "x-feature": feature }),
    security: { never: [], always: [{ session: [] }], "if any": [{ session: [] }, {}] }[session],
    ...(query && { parameters: createParameters(query, schemas) }),
    ...(body && { requestBody: { required: true, content: { [type]: content(body, example?.body) } } }),
    responses: {
      "2XX": {
        description: mayBeEmpty ? "Done; a body is not needed." : "Done.",
        content: { "application/json": content(answerOf(call), example?.answer) },
      },
      ...Object.fromEntries(
        Object.entries({ ...statuses, ...refusals }).map(([status, description]) => [
          status,
          { description, content: refusal },
        ]),
      ),
    },
  };
}

const createParameters = (query: z.ZodObject, schemas: Json) =>
  Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description, ...json } = toJsonSchema(schema, schemas);
    return { name, in: "query", required: !isOptional(schema), ...(description ? { description } : {}), schema: json };
  });

/** The contract in words. */
export function createDocument(): string {
  const core = CONTRACT.filter(({ feature }) => !feature);
  const optional = CONTRACT.filter(({ feature }) => feature);
  const intro = readFileSync(new URL("commerce-api-intro.md", import.meta.url), "utf8")
    .replaceAll("{readSeconds}", String(LIMITS.readMs / 1000))
    .replaceAll("{changeSeconds}", String(LIMITS.changeMs / 1000))
    .replaceAll("{answerMegabytes}", String(LIMITS.answerBytes / 1024 / 1024));
  return [
    intro.trim(),
    "## Calls",
    listCalls(core),
    ...core.map(describe),
    "## Optional calls",
    "A host may have them; `features` in tenant.json says which.",
    listCalls(optional),
    ...optional.map(describe),
  ].join("\n\n");
}

const titleOf = ({ method, path }: ContractCall) => `${method} ${path}`;
const anchorOf = (call: ContractCall) =>
  titleOf(call)
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

const listCalls = (calls: ContractCall[]) =>
  table(
    ["call", "session", "effect", "what it is for"],
    calls.map((call) => [`[\`${titleOf(call)}\`](#${anchorOf(call)})`, call.session, call.effect, call.about]),
  );

function describe(call: ContractCall): string {
  const { feature, session, effect, query, body, isForm, refusals = {}, name } = call;
  const example = EXAMPLES[name];
  const terms = [`Session: ${session}.`, `Effect: ${effect}.`, ...(feature ? [`Feature: \`${feature}\`.`] : [])];
  return [
    `### ${titleOf(call)}`,
    call.about,
    terms.join(" "),
    ...(query ? ["Query:", listSent(query)] : []),
    ...(body ? [isForm ? "Body, as multipart/form-data:" : "Body:", listSent(body)] : []),
    ...(example?.body ? [code(example.body)] : []),
    ...describeAnswer(call),
    ...(example?.answer ? [code(example.answer)] : []),
    ...(Object.keys(refusals).length > 0 ? ["Refusals:", table(["status", "meaning"], Object.entries(refusals))] : []),
  ].join("\n\n");
}

/** Descriptions of lists, by their place in the answer. */
const LISTS = {
  bare: "a list",
  coins: "`{ coins: [] }`",
  results: "`{ results: [], next, count }`",
  "results.products": "`{ results: { products: [] }, next, count }`",
};

function describeAnswer({ list, answer, mayBeEmpty }: ContractCall): string[] {
  const fields = listFields(answer);
  const counts = list === "results" || list === "results.products" ? [COUNTS] : [];
  const heading = list ? [`Answer: ${LISTS[list]}; each item:`] : [];
  if (fields.length > 0) {
    const title = list ? heading : ["Answer:"];
    return [...counts, ...title, table(["field", "type", "needed", "meaning"], fields)];
  }
  const nothing = mayBeEmpty
    ? "Answer: a 2xx status; a body is not needed."
    : "Answer: an object. Nothing of it is read.";
  return [...counts, ...heading, nothing];
}

const code = (value: unknown) => "```json\n" + JSON.stringify(value, null, 2) + "\n```";

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

const listSent = (schema: z.ZodObject) =>
  table(["field", "type", "sent", "meaning"], sentFields(schema.shape as Record<string, z.ZodType>, ""));

const sentFields = (shape: Record<string, z.ZodType>, prefix: string): string[][] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const content = contentOf(schema);
    const items = content && "items" in content ? contentOf(content.items) : null;
    const fields = content && "fields" in content ? content.fields : items && "fields" in items ? items.fields : {};
    const path = `${prefix}${name}`;
    return [
      [`\`${path}\``, typeOf(schema), isOptional(schema) ? "at times" : "always", meaningOf(schema)],
      ...sentFields(fields, `${path}${items ? "[]" : ""}.`),
    ];
  });

/** A row for each field of an answer: path, type, requirement, meaning. */
function listFields(schema: z.ZodType, prefix = ""): string[][] {
  const content = contentOf(schema);
  if (content && "items" in content) return listFields(content.items, prefix);
  return Object.entries(content?.fields ?? {}).flatMap(([name, field]) => {
    const inner = contentOf(field);
    const path = `${prefix}${name}`;
    return [
      [`\`${path}\``, typeOf(toStrict(field)), needOf(field), meaningOf(toStrict(field))],
      ...listFields(field, `${path}${inner && "items" in inner ? "[]" : ""}.`),
    ];
  });
}

/** `must`: without it the answer, or the item of a list, is not read. `should`: without it the storefront shows less. */
function needOf(field: z.ZodType): string {
  if (isOptional(field)) return "may";
  return field.safeParse(undefined).success ? "should" : "must";
}

function meaningOf(schema: z.ZodType): string {
  const { description = "" } = z.toJSONSchema(schema, { io: "input" });
  return description;
}

const typeOf = (schema: z.ZodType): string => nameType(z.toJSONSchema(schema, { io: "input" }) as Json);

function nameType(json: Json): string {
  if (typeof json.$ref === "string") return json.$ref.split("/").at(-1)!;
  if (Array.isArray(json.anyOf)) return json.anyOf.map((one) => nameType(one as Json)).join(" or ");
  if (json.const !== undefined) return JSON.stringify(json.const);
  if (Array.isArray(json.enum)) return json.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (json.type === "array") return `list of ${nameType((json.items ?? {}) as Json)}`;
  if (Array.isArray(json.type)) return json.type.join(" or ");
  return String(json.type ?? "any");
}

/** The text of both files, as they are in the repository. */
export async function createFiles(): Promise<Record<string, string>> {
  return {
    "docs/commerce-api.md": await format(createDocument(), { parser: "markdown", printWidth: 120 }),
    "docs/openapi.json": await format(JSON.stringify(createOpenApi()), { parser: "json", printWidth: 120 }),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await createFiles())) {
    writeFileSync(new URL(`../${file}`, import.meta.url), text);
    console.log(file);
  }
}
