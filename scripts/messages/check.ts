import { valuesOf } from "./values.ts";

type Texts = Map<string, Record<string, string>>;

type Checked = {
  code: string;
  /** The covered areas; absent: all. */
  areas?: string[];
  texts: Texts;
};

/** The problems of a language beside English: missing, unused and malformed texts, and values that differ. */
export function checkLanguage(english: Texts, { code, areas = [...english.keys()], texts }: Checked): string[] {
  const unknown = [...areas, ...texts.keys()].filter((area) => !english.has(area));
  const uncovered = [...texts.keys()].filter((area) => !areas.includes(area));
  return [
    ...new Set(unknown.map((area) => `${code}: there is no area "${area}"`)),
    ...uncovered.map((area) => `${code}/${area}.json: language.json does not name "${area}" in its areas`),
    ...areas
      .filter((area) => english.has(area))
      .flatMap((area) => {
        const file = `${code}/${area}.json`;
        return checkArea(english.get(area)!, texts.get(area) ?? {}).map((problem) => `${file}: ${problem}`);
      }),
  ];
}

function checkArea(english: Record<string, string>, own: Record<string, string>): string[] {
  const missing = Object.keys(english).filter((key) => own[key] === undefined);
  const unused = Object.keys(own).filter((key) => english[key] === undefined);
  const both = Object.keys(english).filter((key) => own[key] !== undefined);
  return [
    ...missing.map((key) => `"${key}" is missing`),
    ...unused.map((key) => `"${key}" is not in the English file`),
    ...both.flatMap((key) => checkText(english[key]!, own[key]!).map((problem) => `"${key}" ${problem}`)),
  ];
}

function checkText(english: string, own: string): string[] {
  if (own.trim() === "" && english.trim() !== "") return ["is empty"];
  try {
    const [expected, found] = [english, own].map((text) => JSON.stringify(valuesOf(text)));
    return expected === found ? [] : [`has the values ${found}, not ${expected}`];
  } catch (error) {
    return [`is malformed: ${(error as Error).message}`];
  }
}

/**
 * The English texts that no source names. A source names an id as a text ("cart.empty"), or its beginning in a template
 * (`cart.status-${…}`).
 */
export function checkUse(english: Texts, sources: string): string[] {
  const begun = [...sources.matchAll(/`([a-z]\w*\.[\w-]*)\$\{/g)].map(([, beginning]) => beginning!);
  return [...english].flatMap(([area, texts]) =>
    Object.keys(texts)
      .map((key) => `${area}.${key}`)
      .filter((id) => !sources.includes(`"${id}"`) && !begun.some((beginning) => id.startsWith(beginning)))
      .map((id) => `en/${area}.json: no source uses "${id}"`),
  );
}
