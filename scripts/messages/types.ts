import { type ValueKind, valuesOf } from "./values.ts";

type Texts = Map<string, Record<string, string>>;

/** The width of a line that prettier leaves. */
const WIDTH = 120;

const TYPES: Record<string, string> = { text: "Text", number: "number", tag: "Tag" };

const typeOf = (kind: ValueKind) =>
  TYPES[kind] ??
  kind
    .replace("one of ", "")
    .split(", ")
    .map((choice) => (choice === "other" ? "string" : JSON.stringify(choice)))
    .join(" | ");

/** The source of config/language/message-ids.ts. */
export function writeTypes(english: Texts): string {
  const lines = [...english]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([area, texts]) =>
      Object.entries(texts).map(([key, text]) => {
        const values = Object.entries(valuesOf(text)).map(([name, kind]) => `${name}: ${typeOf(kind)}`);
        const line = `  "${area}.${key}": ${values.length === 0 ? "object" : `{ ${values.join("; ")} }`};\n`;
        if (line.length <= WIDTH + 1) return line;
        return `  "${area}.${key}": {\n${values.map((value) => `    ${value};\n`).join("")}  };\n`;
      }),
    );
  return `// Written by \`npm run messages\` from config/languages/en.
type Text = string | number;
type Tag = (parts: never[]) => unknown;

/** The values of each message. */
export type Messages = {
${lines.join("")}};

export type MessageId = keyof Messages;
`;
}
