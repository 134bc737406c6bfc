import { afterAll, expect, test } from "vitest";

import routes from "../../app/routes.ts";
import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { type Answer, header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  return { tenants: { foreign: { api: { url: host.url } } }, env: { COMMERCE_API_PORT: "0" } };
});
afterAll(() => host[Symbol.asyncDispose]());

type Entry = { file: string; path?: string; children?: Entry[] };
const pathsBelow = (entries: Entry[], isGuarded = false): string[] =>
  entries.flatMap(({ file, path, children = [] }) => [
    ...(isGuarded && path ? [path] : []),
    ...pathsBelow(children, isGuarded || file === "routes/signed-in.tsx"),
  ]);
const GUARDED = pathsBelow(routes as Entry[]);

const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
/** The target of a redirect: in Location for pages, and in a special header for React Router's requests. */
const redirectOf = (answer: Answer) => header(answer, "location") ?? header(answer, "x-remix-redirect");

test("lists the pages that need a session", () => {
  expect(GUARDED.length).toBeGreaterThanOrEqual(10);
});

test.each(GUARDED)("leads a visitor from /%s to the login without a call to the backend [SES-04]", async (path) => {
  for (const method of ["GET", "POST"])
    for (const suffix of ["", ".data", `.data?_routes=routes%2F${path}`, "?index", "/"]) {
      host.requests.length = 0;
      const body = method === "POST" ? "intent=x" : undefined;
      const answer = await send(shop().url("foreign", `/${path}${suffix}`), { method, headers, body });
      const isRedirect = redirectOf(answer)?.includes("/login?returnTo=");
      expect([method, suffix, answer.status, isRedirect]).toEqual([
        method,
        suffix,
        suffix.startsWith(".data") ? 204 : 302,
        true,
      ]);
      expect(host.requests.map(({ call }) => call)).toEqual([]);
    }
});

test.each(["/payment", "/payment.data"])(
  "returns a shopper who signed out elsewhere to the order: POST %s",
  async (path) => {
    const answer = await send(shop().url("foreign", `${path}?orderid=O7`), {
      method: "POST",
      headers,
      body: "intent=x",
    });
    expect(redirectOf(answer)).toContain("/login?returnTo=%2Fpayment%3Forderid%3DO7");
  },
);
