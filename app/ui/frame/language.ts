/** The `lang` of a text that is not English: Devanagari counts as Hindi. */
export const languageOf = (text: string) => (/\p{Script=Devanagari}/u.test(text) ? "hi" : undefined);
