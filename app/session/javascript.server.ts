/** True once the browser has shown that it runs scripts: a tiny one set the `js` cookie. */
export const runsJavaScript = (request: Request) => /(?:^|;\s*)js=1(?:;|$)/.test(request.headers.get("cookie") ?? "");

/**
 * Data for <Await>: a promise where the page may stream, the settled value where it must be whole. The promise is of a
 * Result, so it never rejects and a failure is a message in the page.
 */
export async function defer<Value>(request: Request, work: Promise<Value>): Promise<{ late: Promise<Value> | Value }> {
  return { late: runsJavaScript(request) ? work : await work };
}
