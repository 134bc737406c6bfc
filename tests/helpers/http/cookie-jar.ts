import type { Answer } from "./http.ts";

export type Cookie = { name: string; value: string; attributes: Map<string, string> };

/** Splits one Set-Cookie line; attribute names in lower case, flags with an empty value (RFC 6265, 5.2). */
function parseSetCookie(line: string): Cookie {
  const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
  const cut = pair.indexOf("=");
  const attributes = rest.map((part): [string, string] => {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    return [name.toLowerCase(), value];
  });
  return { name: pair.slice(0, cut), value: pair.slice(cut + 1), attributes: new Map(attributes) };
}

export const setCookiesOf = (answer: Answer): Cookie[] =>
  [answer.headers["set-cookie"] ?? []].flat().map(parseSetCookie);

/** Cookies by hostname, as a browser keeps them: all ports of a hostname share them, other hostnames see nothing. */
export class CookieJar {
  readonly #byHostname = new Map<string, Map<string, Cookie>>();

  of(url: string): Map<string, Cookie> {
    const { hostname } = new URL(url);
    const cookies = this.#byHostname.get(hostname) ?? new Map<string, Cookie>();
    this.#byHostname.set(hostname, cookies);
    return cookies;
  }

  keep(answer: Answer) {
    const cookies = this.of(answer.url);
    for (const cookie of setCookiesOf(answer)) {
      const expires = cookie.attributes.get("expires");
      const isGone =
        Number(cookie.attributes.get("max-age") ?? 1) <= 0 ||
        (expires !== undefined && Date.parse(expires) <= Date.now());
      if (isGone) cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie);
    }
  }

  /** The Cookie header for `url`; undefined when there is nothing to send. */
  headerFor(url: string): string | undefined {
    const { pathname } = new URL(url);
    const isBelow = (path: string) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
    const pairs = [...this.of(url).values()]
      .filter((cookie) => isBelow(cookie.attributes.get("path") || "/"))
      .map(({ name, value }) => `${name}=${value}`);
    return pairs.length > 0 ? pairs.join("; ") : undefined;
  }
}
