/** The address of a page in a language. */
export const languageHref = (path: string, code: string) => `${path}${path.includes("?") ? "&" : "?"}lang=${code}`;

/** The address of a page for search engines: without `?lang=` in the first language of the brand. */
export const canonicalHref = (path: string, code: string, [first]: { code: string }[]) =>
  code === first?.code ? path : languageHref(path, code);
