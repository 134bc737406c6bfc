import { createHash } from "node:crypto";

import type { ColourName, Configuration } from "#app/commerce/types.ts";

import { brandingNow, ownBranding } from "../../config/brand/branding.ts";
import { isLoopbackDemo } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { brandTexts, type Texts } from "../../config/brand/texts.ts";
import { currentLanguage, languages } from "../../config/language/current.ts";
import { formatList } from "../../config/language/list.ts";
import { t } from "../../config/language/t.ts";
import { brandColour, brandCss } from "./colours.ts";
import { fontUrlsOf, typographyCss } from "./fonts.server.ts";
import { withVersion } from "./picture-url.ts";
import type { PictureColours, PictureFacts, PictureSize } from "./pictures.server.ts";
import { safeImageUrl, safeLink } from "./urls.ts";

/** A tenant's details for pages, with checked URLs. Colours are in the stylesheet only. */
export type Brand = {
  organizationName: string;
  productName: string;
  /** Null: show the name. The brand has no logo, or its file is missing. */
  logoUrl: string | null;
  /** Null: unknown, use a box of the default size. */
  logoSize: PictureSize | null;
  bannerUrl: string;
  iconUrl: string;
  /** Null in a preview of a draft. See withVersion. */
  pictureVersion: string | null;
  email: string;
  address: string;
  websiteUrl: string | null;
  aboutUs: { title: string; content: string };
  social: Record<string, string>;
  legal: Tenant["legal"];
  features: Tenant["features"];
  forms: Tenant["forms"];
  /** A demo's sent mail; null for other brands. */
  outboxUrl: string | null;
  coinsValidDays: number;
  /** Such as "e-mail and SMS". */
  deliveryChannels: string;
  discountPercent: number;
  /** In the language of the request. */
  texts: Texts;
  /** The languages that the shop offers; the first is for visitors who accept none of them. */
  languages: { code: string; name: string; locale: string }[];
  /** `#rrggbb` */
  themeColour: string;
  stylesheetUrl: string;
  /** The font files that every page needs. */
  fontUrls: string[];
};

const listChannels = (channels: Tenant["deliveryChannels"]) =>
  formatList(channels.map((channel) => t(`cart.channel-${channel}`)));

function nameLanguage(code: string) {
  const { name, locale } = languages.get(code)!;
  return { code, name, locale };
}

/**
 * Field by field, what tenant.json holds for another language wins, then the backend's configuration; the rest of tenant.json
 * fills the gaps.
 */
export function createBrand(
  tenant: Tenant,
  configuration: Configuration | null,
  { version, logoSize }: PictureFacts = { version: null, logoSize: null },
): Brand {
  const branding = brandingNow(tenant);
  const versioned = (url: string) => withVersion(url, version);
  const logoUrl = logoSize === "missing" ? null : logoUrlOf(tenant, configuration);
  return {
    ...textsOf(tenant, configuration),
    logoUrl: logoUrl === null ? null : versioned(logoUrl),
    logoSize: logoSize === "missing" ? null : logoSize,
    bannerUrl: versioned(branding.banner_url ?? "/media/brand/banner.svg"),
    iconUrl: versioned(branding.icon_url ?? "/media/brand/favicon.svg"),
    pictureVersion: version,
    social: tenant.social,
    legal: tenant.legal,
    features: tenant.features,
    forms: tenant.forms,
    outboxUrl: tenant.api.url === "embedded" && isLoopbackDemo(tenant) ? "/sandbox/outbox" : null,
    coinsValidDays: tenant.coins.validDays,
    deliveryChannels: listChannels(tenant.deliveryChannels),
    discountPercent: tenant.coins.discountPercent,
    texts: brandTexts(tenant, currentLanguage()),
    languages: tenant.languages.map(nameLanguage),
    themeColour: themeColourOf(tenant, configuration),
    stylesheetUrl: `/brand.css?v=${brandStylesheet(tenant, configuration).version}`,
    fontUrls: fontUrlsOf(tenant, currentLanguage()),
  };
}

function textsOf({ id, branding, translations }: Tenant, configuration: Configuration | null) {
  const own = ownBranding({ translations });
  const set: Partial<Configuration> = configuration ?? {};
  const organizationName = own.organization_name ?? set.organizationName ?? branding.organization_name ?? id;
  return {
    organizationName,
    productName: own.product_name ?? set.productName ?? branding.product_name ?? organizationName,
    email: set.email ?? branding.email ?? "",
    address: own.address ?? set.address ?? branding.address ?? "",
    websiteUrl: safeLink(set.websiteUrl ?? branding.website_url),
    aboutUs: {
      title: t("static.aboutTitle", { brand: organizationName }),
      content: "",
      ...branding.about_us,
      ...set.aboutUs,
      ...own.about_us,
    },
  };
}

type Stylesheet = { css: string; version: string };

/** Derived once per tenant and configuration: the colours take a millisecond. */
const stylesheets = new WeakMap<Tenant, { configuration: Configuration | null; stylesheet: Stylesheet }>();

/** The tenant's stylesheet, and a version that changes with it, so that browsers may cache it forever. */
export function brandStylesheet(tenant: Tenant, configuration: Configuration | null): Stylesheet {
  const known = stylesheets.get(tenant);
  if (known?.configuration === configuration) return known.stylesheet;
  const css = `${typographyCss(tenant)}\n${brandCss(coloursOf(tenant, configuration))}`;
  const stylesheet = { css, version: createHash("sha256").update(css).digest("hex").slice(0, 8) };
  stylesheets.set(tenant, { configuration, stylesheet });
  return stylesheet;
}

export const logoUrlOf = (tenant: Tenant, configuration: Configuration | null) =>
  safeImageUrl(ownBranding(tenant).logo_url ?? configuration?.logoUrl ?? tenant.branding.logo_url, tenant);

/** The colours of the pictures that are drawn for the brand. */
export const pictureColoursOf = (tenant: Tenant, configuration: Configuration | null): PictureColours => ({
  primary: themeColourOf(tenant, configuration),
  secondary: themeColourOf(tenant, configuration, "secondary_color"),
});

/** A brand colour as `#rrggbb`. */
const themeColourOf = (tenant: Tenant, configuration: Configuration | null, name: ColourName = "primary_color") =>
  brandColour(coloursOf(tenant, configuration), name);

function coloursOf(tenant: Tenant, configuration: Configuration | null) {
  const colours: Partial<Record<ColourName, string>> = { ...tenant.branding };
  for (const [name, value] of Object.entries(configuration?.colours ?? {}))
    if (value) colours[name as ColourName] = value;
  return colours;
}
