import { currentLanguage } from "../language/current.ts";
import type { Tenant } from "./schema.ts";

/** The part of `branding` in tenant.json that the brand has written for the current language. */
export const ownBranding = ({ translations }: Pick<Tenant, "translations">) =>
  translations[currentLanguage().code]?.branding ?? {};

/** The brand's names, contact and look in the current language. */
export function brandingNow({ branding, translations }: Pick<Tenant, "branding" | "translations">): Tenant["branding"] {
  const { about_us, ...own } = ownBranding({ translations });
  return { ...branding, ...own, ...(about_us && { about_us: { ...branding.about_us, ...about_us } }) };
}
