/** Addresses that are secrets themselves: whoever has a gift's link may open it. Written as the router reads them. */
export const isSecretPath = (path: string) => /^\/+gift\//i.test(path.replace(/%[0-9a-f]{2}/gi, decodeByte));

const decodeByte = (code: string) => String.fromCharCode(parseInt(code.slice(1), 16));

/** A path as logs may have it. */
export const loggedPath = (path: string) => (isSecretPath(path) ? "/gift/…" : path);
