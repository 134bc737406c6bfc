import { createHash } from "node:crypto";
import { isLoopbackDemo } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";
import type { ColourName, Configuration } from "#app/commerce/types.ts";
import { brandColour, brandCss } from "./colours.ts";
import { fontUrlOf, typographyCss } from "./fonts.server.ts";
import type { PictureSize } from "./pictures.server.ts";
import { safeImageUrl, safeLink } from "./urls.ts";

/** What the pages show of a tenant, every URL checked. Colours are in the style sheet only. */
export type Brand = {
  organizationName: string;
  productName: string;
  /** Null where the brand has none, or its folder has no such file: the name stands in its place. */
  logoUrl: string | null;
  /** Null where it is not known: the logo then stands in a box of the usual size. */
  logoSize: PictureSize | null;
  bannerUrl: string;
  email: string;
  address: string;
  websiteUrl: string | null;
  aboutUs: { title: string; content: string };
  social: Record<string, string>;
  legal: Tenant["legal"];
  features: Tenant["features"];
  /** Where a demo shows the mail that it sends; null for every other brand. */
  outboxUrl: string | null;
  coinsValidDays: number;
  /** Such as "e-mail and SMS". */
  deliveryChannels: string;
  discountPercent: number;
  texts: Tenant["texts"];
  /** `#rrggbb` */
  themeColour: string;
  stylesheetUrl: string;
  /** The font file that every page needs. */
  fontUrl: string | null;
};

const channelList = new Intl.ListFormat("en-IN");

/** The tenant's branding: the host's configuration wins field by field, tenant.json fills the gaps. */
export function createBrand(
  tenant: Tenant,
  configuration: Configuration | null,
  logoSize: PictureSize | null | "missing" = null,
): Brand {
  const { branding } = tenant;
  const organizationName = configuration?.organizationName ?? branding.organization_name ?? tenant.id;
  return {
    organizationName,
    productName: configuration?.productName ?? branding.product_name ?? organizationName,
    logoUrl: logoSize === "missing" ? null : logoUrlOf(tenant, configuration),
    logoSize: logoSize === "missing" ? null : logoSize,
    bannerUrl: "/media/brand/banner.svg",
    email: configuration?.email ?? branding.email ?? "",
    address: configuration?.address ?? branding.address ?? "",
    websiteUrl: safeLink(configuration?.websiteUrl ?? branding.website_url),
    aboutUs: {
      title: configuration?.aboutUs?.title ?? branding.about_us?.title ?? `About ${organizationName}`,
      content: configuration?.aboutUs?.content ?? branding.about_us?.content ?? "",
    },
    social: tenant.social,
    legal: tenant.legal,
    features: tenant.features,
    outboxUrl: tenant.api.url === "embedded" && isLoopbackDemo(tenant) ? "/sandbox/outbox" : null,
    coinsValidDays: tenant.coins.validDays,
    deliveryChannels: channelList.format(tenant.deliveryChannels),
    discountPercent: tenant.coins.discountPercent,
    texts: tenant.texts,
    themeColour: themeColourOf(tenant, configuration),
    stylesheetUrl: `/brand.css?v=${brandStylesheet(tenant, configuration).version}`,
    fontUrl: fontUrlOf(tenant),
  };
}

type Stylesheet = { css: string; version: string };

/** Made once for each reading of a tenant and of its configuration: the colours take a millisecond to derive. */
const stylesheets = new WeakMap<Tenant, { configuration: Configuration | null; stylesheet: Stylesheet }>();

/** The tenant's style sheet and a version that changes with it, so that browsers may keep it for ever. */
export function brandStylesheet(tenant: Tenant, configuration: Configuration | null): Stylesheet {
  const known = stylesheets.get(tenant);
  if (known?.configuration === configuration) return known.stylesheet;
  const css = `${typographyCss(tenant)}\n${brandCss(coloursOf(tenant, configuration))}`;
  const stylesheet = { css, version: createHash("sha256").update(css).digest("hex").slice(0, 8) };
  stylesheets.set(tenant, { configuration, stylesheet });
  return stylesheet;
}

export const logoUrlOf = (tenant: Tenant, configuration: Configuration | null) =>
  safeImageUrl(configuration?.logoUrl ?? tenant.branding.logo_url, tenant);

/** One of the brand's own colours as `#rrggbb`. */
export const themeColourOf = (
  tenant: Tenant,
  configuration: Configuration | null,
  name: ColourName = "primary_color",
) => brandColour(coloursOf(tenant, configuration), name);

function coloursOf(tenant: Tenant, configuration: Configuration | null) {
  const colours: Partial<Record<ColourName, string>> = { ...tenant.branding };
  for (const [name, value] of Object.entries(configuration?.colours ?? {}))
    if (value) colours[name as ColourName] = value;
  return colours;
}
