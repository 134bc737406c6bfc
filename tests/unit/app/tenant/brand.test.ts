import { expect, test } from "vitest";

import type { Configuration } from "#app/commerce/types.ts";
import { createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { inLanguage, languages } from "../../../../config/language/current.ts";

const tenant = TenantSchema.parse({
  id: "maple",
  hostnames: ["maple.example"],
  languages: ["en", "hi"],
  branding: {
    organization_name: "Maple",
    address: "1 Maple Road",
    banner_url: "/media/brand/banner.png",
    about_us: { title: "About Maple", content: "A shop." },
  },
  translations: {
    hi: {
      branding: {
        organization_name: "मेपल",
        about_us: { title: "मेपल के बारे में" },
        banner_url: "/media/brand/banner-hi.png",
      },
    },
  },
});

const brandIn = (code: string, configuration: Partial<Configuration> | null = null) =>
  inLanguage(languages.get(code)!, () => createBrand(tenant, configuration as Configuration | null));

test("a brand has its own words and pictures of a language, and those of its first one in their place", () => {
  expect(brandIn("en")).toMatchObject({ organizationName: "Maple", bannerUrl: "/media/brand/banner.png" });
  expect(brandIn("hi")).toMatchObject({
    organizationName: "मेपल",
    productName: "मेपल",
    address: "1 Maple Road",
    bannerUrl: "/media/brand/banner-hi.png",
    aboutUs: { title: "मेपल के बारे में", content: "A shop." },
  });
});

test("a host that ignores the language does not replace the words of tenant.json for it", () => {
  const configuration = { organizationName: "Maple Ltd", address: "2 Maple Road", aboutUs: { title: "About us" } };
  expect(brandIn("en", configuration as never)).toMatchObject({
    organizationName: "Maple Ltd",
    address: "2 Maple Road",
  });
  expect(brandIn("hi", configuration as never)).toMatchObject({
    organizationName: "मेपल",
    address: "2 Maple Road",
    aboutUs: { title: "मेपल के बारे में" },
  });
});
