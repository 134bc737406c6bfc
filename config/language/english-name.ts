import { keepByKey } from "./keep.ts";

const names = new Intl.DisplayNames("en", { type: "language" });

/** The name of a language in English, such as "Hindi"; its code if it has none. */
export const englishName = keepByKey((code) => names.of(code) ?? code);
