import { PROOF_FIELD } from "#app/session/proof-field.ts";

/** The fields of a form as they were sent, without files and without the field that the server adds for text browsers. */
export type Typed = Record<string, string>;

export const readForm = (form: FormData): Typed =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" && name !== PROOF_FIELD ? [[name, value]] : [])),
  );

/** What is wrong with a value, as a sentence: the rules of the files say "must be a colour", after the name of the field. */
export const toSentence = (problem: string) => (problem.startsWith("must ") ? `It ${problem}.` : problem);
