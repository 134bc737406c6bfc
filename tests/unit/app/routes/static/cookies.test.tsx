import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Article } from "#app/routes/static/article.tsx";
import { cookiesArticle } from "#app/routes/static/cookies-text.tsx";
import { shopCookies } from "#app/session/cookies.server.ts";
import { createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const features = { phoneSignIn: true };
const tenant = TenantSchema.parse({ id: "maple", hostnames: ["maple.example"], features });

const render = (languages = tenant.languages) =>
  renderToStaticMarkup(<Article {...cookiesArticle(createBrand({ ...tenant, languages }, null))} />);

const namesIn = (html: string) => [...html.matchAll(/<th scope="row">([^<]+)/g)].map(([, name]) => name);

test("the cookie policy lists each cookie that the shop or its scripts set", () => {
  const html = render(["en", "hi"]);
  const names = namesIn(html);
  const set = shopCookies({ tenant, origin: "https://maple.example", isSecure: true });
  expect(names).toHaveLength(Object.keys(set).length + 2);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["js", "lang"]));
  expect(html).toMatch(/<th scope="row">js<\/th><td>[^<]+<\/td><td>1 year</);
});

test("it lists the cookies of languages for a brand with several", () => {
  const ofLanguages = (languages?: string[]) => namesIn(render(languages)).filter((name) => name?.endsWith("lang"));
  expect([ofLanguages(), ofLanguages(["en", "hi"])]).toEqual([[], ["lang", "account_lang"]]);
});
