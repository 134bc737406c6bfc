import { PROOF_FIELD } from "#app/session/proof-field.ts";

/** The sent fields of a form, without files and without the field that the server adds for text browsers. */
export type Typed = Record<string, string>;

export const readForm = (form: FormData): Typed =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" && name !== PROOF_FIELD ? [[name, value]] : [])),
  );

/** A value's problem as a sentence. The problems of brand files follow a field's name, such as "must be a colour". */
export const toSentence = (problem: string) => (problem.startsWith("must ") ? `It ${problem}.` : problem);
