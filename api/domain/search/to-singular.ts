/** "movies" finds "movie" and "movies", "mother's" finds "mother". */
export const toSingular = (word: string): string =>
  word.length > 3 ? word.replace(/(?:['’]s|(?<=[^s])s)$/, "") : word;
