/** Mail scanners, chats and text programs add "=", a full stop or their own parameters to the token. */
const TOKEN = /^([\w-]{22})(?![\w-])/;

/** The token in a link `/gift?TOKEN`. The SMS registry allows a token only in the query. */
export function readGiftToken(search: URLSearchParams): string | undefined {
  for (const name of search.keys()) {
    const token = TOKEN.exec(name)?.[1];
    if (token !== undefined) return token;
  }
  return undefined;
}
