export type JsonAnswer = { status: number; headers: Headers; text: string; body: any };

/** A plain client of a JSON API: what it sends is written out by the test. */
export function createJsonClient(base: string, common: Record<string, string> = {}) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<JsonAnswer> => {
    const headers = { ...common, ...(body !== undefined && { "content-type": "application/json" }), ...more };
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const answer = await fetch(base + path, { method, headers, body: sent, redirect: "manual" });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
}
