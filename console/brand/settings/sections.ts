import { SECTION_TITLES } from "../../base/section-titles.ts";
import type { PreviewPageName } from "../../preview/pages.ts";
import type { BrandFiles } from "./brand-response.ts";
import type { BrandField } from "./fields.ts";
import { LANGUAGE_SECTIONS, LANGUAGES_FIELD } from "./language-sections.ts";
import type { Section } from "./section.ts";
import { TEXT_PLACES } from "./text-places.ts";

const colour = (path: string, label: string): BrandField => ({ path: `branding.${path}`, label, kind: "colour" });
const whole = (path: string, label: string, hint?: string): BrandField => ({ path, label, kind: "whole", hint });
const tick = (path: string, label: string): BrandField => ({ path, label, kind: "tick" });
const page = (path: string, title: string, shown?: PreviewPageName): Section => ({
  title,
  about:
    "Markdown. Empty: the shop's own text. {organization_name}, {email}, {address} and {legal_entity} are filled in.",
  fields: [
    { path: `pages.${path}`, label: "Text", kind: "lines", hint: "Begin with # Title, and sections with ## Title." },
  ],
  page: shown,
});

/** The sections of a brand that the console edits, by the part of the URL. */
export const SECTIONS: Record<string, Section> = {
  look: {
    title: SECTION_TITLES.look,
    about: "The names, colours and font of the shop.",
    page: "home",
    fields: [
      { path: "branding.organization_name", label: "Name" },
      { path: "branding.product_name", label: "Name of the shop", hint: "Empty: the name." },
      colour("primary_color", "Main colour"),
      colour("secondary_color", "Second colour"),
      colour("button_color", "Buttons"),
      colour("button_text_color", "Text on buttons"),
      colour("header_text_color", "Text in the header"),
      colour("footer_text_color", "Text in the footer"),
      colour("normal_text_color", "Text"),
      {
        path: "branding.font",
        label: "Font",
        kind: "choice",
        options: { "": "The device's font", grotesk: "Figtree", serif: "Fraunces and Figtree", sans: "Public Sans" },
      },
      {
        path: "branding.corners",
        label: "Corners",
        kind: "choice",
        options: { sharp: "Sharp", soft: "Soft", round: "Round" },
      },
    ],
  },
  contact: {
    title: SECTION_TITLES.contact,
    about: "Where shoppers reach you.",
    page: "contact",
    fields: [
      { path: "branding.email", label: "E-mail address" },
      { path: "branding.address", label: "Postal address" },
      { path: "branding.website_url", label: "Website" },
      { path: "branding.about_us.title", label: "Title of About us" },
      { path: "branding.about_us.content", label: "About us", kind: "lines" },
      ...["facebook", "instagram", "linkedin", "x", "youtube"].map((network) => ({
        path: `social.${network}`,
        label: `Link to your page on ${network}`,
      })),
    ],
  },
  legal: {
    title: SECTION_TITLES.legal,
    about: "Who runs the shop, for the contact page, the legal pages and receipts.",
    page: "contact",
    fields: [
      { path: "legal.entity", label: "Company" },
      { path: "legal.gstin", label: "GSTIN" },
      { path: "legal.grievanceOfficer.name", label: "Grievance officer" },
      { path: "legal.grievanceOfficer.email", label: "The officer's e-mail address" },
      { path: "legal.grievanceOfficer.phone", label: "The officer's phone number" },
      { path: "legal.securityContact", label: "Where to report a vulnerability", hint: "mailto: or https://" },
      { path: "legal.securityPolicy", label: "Page with your disclosure policy" },
    ],
  },
  texts: {
    title: SECTION_TITLES.texts,
    about: "Short texts of the shop. Empty: the text that the field shows.",
    page: "login",
    fields: Object.entries(TEXT_PLACES).map(([name, label]) => ({ path: `texts.${name}`, label })),
  },
  languages: {
    title: SECTION_TITLES.languages,
    about: "The languages that shoppers choose from.",
    page: "home",
    fields: [LANGUAGES_FIELD],
  },
  coins: {
    title: SECTION_TITLES.coins,
    about: "What coins are worth, and how codes reach shoppers, as pages state it.",
    page: "cart",
    fields: [
      whole("coins.discountPercent", "Percent of an order that coins can pay"),
      whole("coins.validDays", "Days that coins are valid"),
      tick("coins.allowPartial", "Let a smaller balance pay a part"),
      tick("coins.chooseAmount", "Let shoppers choose how many coins they use"),
      {
        path: "deliveryChannels",
        label: "Codes arrive by",
        kind: "ticks",
        options: { "e-mail": "E-mail", SMS: "SMS", WhatsApp: "WhatsApp" },
      },
    ],
  },
  limits: {
    title: SECTION_TITLES.limits,
    about:
      "Limits of an account in 24 hours and of the staff, which orders wait for your review, and which cards are sold.",
    fields: [
      whole("limits.ordersPerDay", "Most orders a day"),
      whole("limits.rupeesPerDay", "Most rupees a day"),
      whole("limits.reviewAccountsYoungerThanHours", "Review orders of accounts younger than (hours)"),
      whole("limits.reviewFirstOrderAboveRupees", "Review a first order above (₹)"),
      whole("limits.reviewAboveTimesLargest", "…or this many times the largest earlier order"),
      whole("limits.reviewHistoryDays", "An order counts as earlier after (days)"),
      whole("limits.reviewOrdersPerHour", "Review from this many orders an hour"),
      whole("limits.reviewOrdersPerWeek", "Review from this many orders a week"),
      whole("limits.reviewRupeesPerWeek", "Review from this many rupees a week"),
      whole("limits.rupeesAlonePerDay", "Refund and confirm without a second member up to (₹ a day)"),
      whole("stock.leastDays", "Sell no card that expires within (days)"),
    ],
  },
  features: {
    title: SECTION_TITLES.features,
    about: "What the shop offers.",
    page: "product",
    fields: [
      tick("features.gift", "Send a card as a gift"),
      tick("features.bulk", "Bulk purchases"),
      tick("features.contact", "Contact form"),
      tick("features.stockNotice", "“Tell me when it is back”"),
      tick("features.receipts", "Receipts"),
      tick("features.verifyCoupon", "Check a coupon before it is redeemed"),
      tick("features.acceptedTerms", "Record accepted terms"),
      tick("features.payAgain", "Let shoppers pay an order again after a declined payment"),
      tick("features.usedVouchers", "Let shoppers mark cards as used"),
      tick("features.wallet", "Wallet with all cards, and reminders before they expire"),
      tick("security.stepUp", "A new device must be confirmed by mail before it shows codes"),
      tick("security.loginNotice", "Mail the shopper about a login from a new device"),
    ],
  },
  terms: page("terms-conditions", SECTION_TITLES.terms, "terms"),
  privacy: page("privacy", SECTION_TITLES.privacy, "privacy"),
  cookies: page("cookies", SECTION_TITLES.cookies),
  about: page("about-us", SECTION_TITLES.about, "about"),
  help: page("help-center", SECTION_TITLES.help, "help"),
  ...LANGUAGE_SECTIONS,
};

/** The sections of a brand: those of its first language, and those of the others that it offers. */
export function sectionsOf({ tenant }: BrandFiles): [string, Section][] {
  const [, ...others] = Array.isArray(tenant.languages) ? (tenant.languages as unknown[]) : [];
  return Object.entries(SECTIONS).filter(([, { language }]) => language === undefined || others.includes(language));
}

/** Fields of no section: those with separate pages, and those that the console shows but does not change. */
const OTHERS: Record<string, { label: string; section?: string }> = {
  "branding.logo_url": { label: "Logo", section: "pictures" },
  "branding.banner_url": { label: "Banner", section: "pictures" },
  "branding.icon_url": { label: "Icon", section: "pictures" },
  payments: { label: "Payments", section: "payments" },
  suppliers: { label: "Suppliers", section: "suppliers" },
  messages: { label: "Messages", section: "messages" },
  id: { label: "Id" },
  hostnames: { label: "Hostnames" },
  origin: { label: "Address of the shop" },
  api: { label: "Backend" },
  database: { label: "Database" },
  redirectOrigins: { label: "Sites that an order may lead to" },
  imageOrigins: { label: "Sites that pictures may come from" },
  seed: { label: "Demo data" },
  editedIn: { label: "Where it is edited" },
  $schema: { label: "Schema of the file" },
};

const isAt = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

/** The label of the field at this path, and the title of the page that edits it, if there is one. */
export function findField(path: string): { label: string; section?: string } {
  for (const [section, { title, fields }] of Object.entries(SECTIONS)) {
    const field = fields.find((one) => isAt(path, one.path));
    if (field !== undefined) return { section, label: field.path.startsWith("pages.") ? title : field.label };
  }
  return Object.entries(OTHERS).find(([field]) => isAt(path, field))?.[1] ?? { label: path };
}

/** Turns problems by field into one sentence each. */
export const tellProblems = (problems: Record<string, string>): string[] =>
  Object.entries(problems).map(([path, reason]) => `${findField(path).label}: ${reason}`);
