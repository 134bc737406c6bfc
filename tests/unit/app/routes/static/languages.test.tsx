import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Article } from "#app/routes/static/article.tsx";
import { cookiesArticle } from "#app/routes/static/cookies-text.tsx";
import { helpArticle } from "#app/routes/static/help-text.tsx";
import { privacyArticle } from "#app/routes/static/privacy-text.tsx";
import { termsArticle } from "#app/routes/static/terms-text.tsx";
import { createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";
import { inLanguage, languages } from "../../../../../config/language/current.ts";

const tenant = TenantSchema.parse({ id: "maple", hostnames: ["maple.example"], languages: ["en", "hi"] });
const ARTICLES = { termsArticle, privacyArticle, cookiesArticle, helpArticle };

const render = (code: string, write: typeof termsArticle) =>
  inLanguage(languages.get(code)!, () => renderToStaticMarkup(<Article {...write(createBrand(tenant, null))} />));

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test.each(Object.entries(ARTICLES))("%s has the same sections at the same addresses in each language", (_, write) => {
  const [english, hindi] = [render("en", write), render("hi", write)];
  expect(hindi).toMatch(/<h1>\p{Script=Devanagari}/u);
  expect(idsIn(english).length).toBeGreaterThan(3);
  expect(idsIn(hindi)).toEqual(idsIn(english));
  expect(hindi.match(/<(p|li|th|td)\b/g)).toHaveLength(english.match(/<(p|li|th|td)\b/g)!.length);
});

test("the footer's link to the section for partners leads to it in each language", () => {
  for (const code of ["en", "hi"]) expect(idsIn(render(code, termsArticle))).toContain("commercial-agreements");
});
