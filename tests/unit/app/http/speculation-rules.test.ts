import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express from "express";
import { expect, test } from "vitest";

import { answerSpeculationRules, forgetFetchedPages } from "#app/http/speculation-rules.server.ts";

/** The answer of a shop with these two handlers. */
async function ask(path: string, method = "GET") {
  const app = express();
  app.use(forgetFetchedPages);
  app.get("/rules", answerSpeculationRules(["/", "/product/*"]));
  app.all("/form", (_req, res) => void res.send("ok"));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
  const text = await answer.text();
  await new Promise((resolve) => server.close(resolve));
  return { text, headers: answer.headers };
}

test("lets browsers fetch only the shop's paths, once a link is pressed, and none that a region answers in place", async () => {
  const { text, headers } = await ask("/rules");
  expect(headers.get("content-type")).toMatch(/^application\/speculationrules\+json/); // browsers take no other
  expect(JSON.parse(text)).toEqual({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: ["/", "/product/*"] },
            {
              not: {
                selector_matches: ['page-region a:is([href="/"], [href^="/?"], [href^="/#"])', 'a[href*="lang="]'],
              },
            },
          ],
        },
        eagerness: "conservative", // not on hover
      },
    ],
  });
});

test("a form makes the browser drop prefetched pages, and a page does not", async () => {
  expect((await ask("/form", "POST")).headers.get("clear-site-data")).toBe('"prefetchCache"');
  expect((await ask("/form")).headers.get("clear-site-data")).toBeNull();
});
