/** What is wrong with a value, as a sentence: the rules of the files say "must be a colour", after the name of the field. */
export const toSentence = (problem: string) => (problem.startsWith("must ") ? `It ${problem}.` : problem);
