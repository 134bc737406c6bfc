/** True once the browser has shown that it runs scripts: a tiny one set the `js` cookie. */
export const runsJavaScript = (request: Request) => saysJavaScript(request.headers.get("cookie") ?? "");

/** Whether a page may begin before all of it is there: not where a script fetches it, which sees no part come late. */
export const mayStream = (request: Request) =>
  runsJavaScript(request) && request.headers.get("sec-fetch-dest") !== "empty";

/** Whether scripts run, of a Cookie header. */
export const saysJavaScript = (cookies: string) => /(?:^|;\s*)(?:__Host-)?js=1(?:;|$)/.test(cookies);

/**
 * Headers that lead on to `url` after a while where no script does. Where scripts run they go on by themselves, and no
 * page is loaded anew under its reader.
 */
export function leadOn(request: Request, seconds: number, url: string): Record<string, string> {
  return runsJavaScript(request) ? {} : { Refresh: `${seconds}; url=${url}` };
}

/**
 * Data for <Await>: a promise where the page may stream, the settled value where it must be whole. The promise is of a
 * Result, so it never rejects and a failure is a message in the page.
 */
export async function defer<Value>(request: Request, work: Promise<Value>): Promise<{ late: Promise<Value> | Value }> {
  return { late: mayStream(request) ? work : await work };
}
