/** True for paths that are secrets: a gift's link opens the gift. Decodes the path as the router does. */
export const isSecretPath = (path: string) => /^\/+gift\//i.test(path.replace(/%[0-9a-f]{2}/gi, decodeByte));

const decodeByte = (code: string) => String.fromCharCode(parseInt(code.slice(1), 16));

/** The path for logs, without secrets. */
export const loggedPath = (path: string) => (isSecretPath(path) ? "/gift/…" : path);
