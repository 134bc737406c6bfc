import { brandingNow } from "../../../config/brand/branding.ts";
import { canonicalOrigin } from "../../../config/brand/origin.ts";
import type { Tenant } from "../../../config/brand/schema.ts";
import { wcagContrast } from "../../../config/typed/culori.ts";

const INK = "#18181b";
const PAPER = "#ffffff";
/** WCAG 2.2, 1.4.3: contrast of text with its background. */
const READABLE = 4.5;

/** A brand's look in mails: colours as hex, corner radius in pixels. */
export type Look = {
  name: string;
  iconUrl: string;
  primary: string;
  link: string;
  button: string;
  buttonText: string;
  radius: number;
};

const RADII = { sharp: 4, soft: 10, round: 16 };

/** Derives the look of the mails. Text stays readable with any colours of the brand. */
export function lookOf(tenant: Tenant): Look {
  const { primary_color: primary = INK, button_color: button = primary, button_text_color, corners } = tenant.branding;
  const isReadable = (colour: string, ground: string) => wcagContrast(colour, ground) >= READABLE;
  const wanted = [button_text_color ?? PAPER, PAPER, INK];
  return {
    name: shopName(tenant),
    iconUrl: new URL("/media/brand/icon-180.png", canonicalOrigin(tenant)).href,
    primary,
    link: isReadable(primary, PAPER) ? primary : INK,
    button,
    buttonText: wanted.find((colour) => isReadable(colour, button)) ?? INK,
    radius: RADII[corners],
  };
}

/** The address to which shoppers write, as texts of mails expect it. */
export const contactOf = ({ branding }: Pick<Tenant, "branding">) => branding.email ?? "none";

/** The brand's name in mails. */
export const shopName = (tenant: Pick<Tenant, "id" | "branding" | "translations">) =>
  brandingNow(tenant).organization_name ?? tenant.id;
