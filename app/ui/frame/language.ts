/** The language of a brand's own words where it is not the page's English: Devanagari is read and set as Hindi. */
export const languageOf = (text: string) => (/\p{Script=Devanagari}/u.test(text) ? "hi" : undefined);
