import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Article } from "#app/routes/static/article.tsx";
import { cookiesArticle } from "#app/routes/static/cookies-text.tsx";
import { shopCookies } from "#app/session/cookies.server.ts";
import { createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const tenant = TenantSchema.parse({ id: "maple", hostnames: ["maple.example"] });

test("the cookie policy lists each cookie that the shop or its scripts set", () => {
  const html = renderToStaticMarkup(<Article {...cookiesArticle(createBrand(tenant, null))} />);
  const names = [...html.matchAll(/<th scope="row">([^<]+)/g)].map(([, name]) => name);
  const set = shopCookies({ tenant, origin: "https://maple.example", isSecure: true });
  expect(names).toHaveLength(Object.keys(set).length + 1);
  expect(new Set(names).size).toBe(names.length);
  expect(html).toMatch(/<th scope="row">js<\/th><td>[^<]+<\/td><td>1 year</);
});
