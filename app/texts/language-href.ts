/** The address of a page in a language. */
export const languageHref = (path: string, code: string) => `${path}${path.includes("?") ? "&" : "?"}lang=${code}`;

/** The address of a page for search engines: `?lang=` names each of the brand's languages but the first. */
export const canonicalHref = (path: string, code: string, [first]: { code: string }[]) =>
  code === first?.code ? path : languageHref(path, code);
