import { REQUESTED_WITH, STREAM_AFTER_MS } from "#app/base/constants.ts";

/** True once the browser has shown that it runs scripts: app/elements/bundles/index.ts sets the `js` cookie. */
export const runsJavaScript = (request: Request) => saysJavaScript(request.headers.get("cookie") ?? "");

/** True if the page may stream. A page that a script fetches arrives whole, so streaming gains nothing there. */
export const mayStream = (request: Request) =>
  runsJavaScript(request) &&
  request.headers.get("sec-fetch-dest") !== "empty" &&
  // Browsers before 2023 send no Sec-Fetch headers.
  request.headers.get("x-requested-with") !== REQUESTED_WITH;

/** Same as runsJavaScript, from a Cookie header. */
export const saysJavaScript = (cookies: string) => /(?:^|;\s*)(?:__Host-)?js=1(?:;|$)/.test(cookies);

/** A Refresh header for clients without JavaScript. Other pages must not reload while somebody reads them. */
export function refreshHeader(request: Request, seconds: number, url: string): Record<string, string> {
  return runsJavaScript(request) ? {} : { Refresh: `${seconds}; url=${url}` };
}

/**
 * The value of `work`, or `late` if it takes longer than a moment and the page may stream. A value that comes in time can
 * still decide about status, cookies and redirects.
 */
export async function inTime<Value>(
  request: Request,
  work: Promise<Value>,
): Promise<{ value: Value; late?: undefined } | { value?: undefined; late: Promise<Value> }> {
  if (mayStream(request) && !(await settlesSoon(work))) return { late: work };
  return { value: await work };
}

/** True if `work` settles before a page streams or goes on without it. */
export function settlesSoon(work: Promise<unknown>, ms = STREAM_AFTER_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const settle = () => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
}

/** Data for <Await>: a promise if the page may stream, else the value. Never rejects, because it is a Result. */
export async function defer<Value>(request: Request, work: Promise<Value>): Promise<{ late: Promise<Value> | Value }> {
  return { late: mayStream(request) ? work : await work };
}
