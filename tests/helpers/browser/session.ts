import type { Page } from "playwright";
import { beforeAll } from "vitest";

import type { Shop } from "../shop/shop.ts";
import { signIn } from "../shop/shopper.ts";
import type { Page as TextPage } from "../text-browser/page.ts";
import { hasJavaScript } from "./browser.ts";

/** The foreign backend's shopper. */
export const FARAH = { "Email or phone": "farah@foreign.example", Password: "Foreign@1" };

/**
 * Signs somebody in before the tests of a file, without a browser. The returned function gives a window this session, so
 * that it need not log in by the form, which other tests cover.
 */
export function useSession(shop: () => Shop, brand: string, login: typeof FARAH): (page: Page) => Promise<void> {
  let home: TextPage;
  beforeAll(async () => {
    home = await signIn(shop(), brand, login);
  });
  return (page) => takeOver(page, home);
}

/** Gives a window the session that a text browser has at a page. */
export async function takeOver(page: Page, { browser, url }: TextPage) {
  const session = [...browser.cookies.of(url).values()].map(({ name, value }) => ({ name, value, url }));
  // On the login page a browser that runs scripts sets this cookie.
  await page.context().addCookies(hasJavaScript ? [...session, { name: "js", value: "1", url }] : session);
}
