type Place = { pathname: string; search: string };

/** The parameters of a URL with these names, without those that are empty. */
export const pickQuery = (search: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams(
    names.flatMap((name) => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );

/** The same page with other parameters; null removes one. */
export function hrefWith({ pathname, search }: Place, changes: Record<string, string | null>): string {
  const wanted = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) wanted.delete(name);
    else wanted.set(name, value);
  }
  return wanted.size === 0 ? pathname : `${pathname}?${wanted}`;
}
