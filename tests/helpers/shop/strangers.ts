import type { Answer } from "../http/http.ts";

/** The answers that name somebody else than their shopper. @param names matches each shopper's name, everywhere */
export const namingOthers = (answers: Answer[], own: string, names: RegExp) =>
  answers.filter(({ text }) => text.match(names)?.some((name) => name !== own));
