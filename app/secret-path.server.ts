/** Addresses that are secrets themselves: whoever has a gift's link may open it. */
export const isSecretPath = (path: string) => /^\/gift\//i.test(path);

/** A path as logs may have it. */
export const loggedPath = (path: string) => (isSecretPath(path) ? "/gift/…" : path);
