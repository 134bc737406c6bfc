/** The shop's pages that a preview can show. */
export const PREVIEW_PAGES = {
  home: "Home",
  product: "A product",
  cart: "Cart",
  login: "Login",
  help: "Help Center",
  terms: "Terms and conditions",
  privacy: "Privacy policy",
  about: "About us",
  contact: "Contact us",
} as const;

/** The choices above a frame: a form, or the query of the first page in the frame. */
export type PreviewChoices = { get(name: string): unknown };

export type PreviewPageName = keyof typeof PREVIEW_PAGES;

export const isPreviewPage = (name: unknown): name is PreviewPageName =>
  typeof name === "string" && Object.hasOwn(PREVIEW_PAGES, name);

export const PREVIEW_PATHS: Record<Exclude<PreviewPageName, "product">, string> = {
  home: "/",
  cart: "/cart",
  login: "/login",
  help: "/help-center",
  terms: "/terms-conditions",
  privacy: "/privacy",
  about: "/about-us",
  contact: "/contact-us",
};
