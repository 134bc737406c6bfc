/** The titles of the sections (brand/settings/sections.ts), by the part of the URL. */
export const SECTION_TITLES = {
  look: "Look",
  contact: "Contact",
  legal: "Legal details",
  texts: "Texts",
  languages: "Languages",
  coins: "Coins and delivery",
  limits: "Limits against fraud",
  features: "Features and security",
  terms: "Terms and conditions",
  privacy: "Privacy policy",
  cookies: "Cookies",
  about: "About us",
  help: "Help Center",
} as const;
