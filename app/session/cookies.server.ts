import { createHmac, createSecretKey } from "node:crypto";
import { createCookie, type Cookie } from "react-router";
import {
  DEVICE_COOKIE_SECONDS,
  RESET_COOKIE_SECONDS,
  TOKEN_COOKIE_SECONDS,
  TYPED_COOKIE_SECONDS,
  WISH_COOKIE_SECONDS,
} from "#app/constants.ts";
import { env } from "#app/env.server.ts";
import { sealWith } from "./seal.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

export type ShopCookies = Record<
  "accessToken" | "refreshToken" | "device" | "flash" | "wish" | "typed" | "checkout" | "coins" | "reset" | "formKey",
  Cookie
>;

/** Made once: of a text Node takes 50 µs to make a key at each use. */
const sessionKeys = env.SESSION_SECRETS.map((secret) => createSecretKey(secret, "utf8"));

/**
 * The shop's cookies on one site: the two tokens for seven days, the device's token for 400 days (browsers keep no cookie
 * longer), and what the server keeps for itself between two pages. All HttpOnly, SameSite=Lax (that of the forms: Strict),
 * path /; on https Secure and `__Host-`, so that no sibling subdomain can plant one. The server's own are signed with a
 * secret that holds the tenant: another tenant's are ignored.
 */
export function createShopCookies({ tenant, isSecure }: Site): ShopCookies {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } as const;
  const secrets = sessionKeys.map((key) => createHmac("sha256", key).update(tenant.id).digest("base64"));
  const name = (plain: string) => (isSecure ? `__Host-${plain}` : plain);

  return {
    accessToken: createCookie(name("access_token"), { ...options, maxAge: TOKEN_COOKIE_SECONDS }),
    refreshToken: createCookie(name("refresh_token"), { ...options, maxAge: TOKEN_COOKIE_SECONDS }),
    device: createCookie(name("device"), { ...options, maxAge: DEVICE_COOKIE_SECONDS }),
    flash: createCookie(name("flash"), { ...options, secrets, maxAge: 60 }),
    // It may hold somebody else's name and address, and what one writes to them.
    wish: createCookie(name("wish"), { ...options, secrets, ...sealWith(secrets), maxAge: WISH_COOKIE_SECONDS }),
    // What somebody typed into a form that waits for a login, or until the device is confirmed.
    typed: createCookie(name("typed"), { ...options, secrets, ...sealWith(secrets), maxAge: TYPED_COOKIE_SECONDS }),
    reset: createCookie(name("reset"), { ...options, secrets, maxAge: RESET_COOKIE_SECONDS }),
    formKey: createCookie(name("form"), { ...options, secrets, sameSite: "strict" }),
    // A payment link may say for whom an order is, or let its reader see more.
    checkout: createCookie(name("checkout"), { ...options, secrets, ...sealWith(secrets), maxAge: 24 * 60 * 60 }),
    // Who wants to pay with coins: the choice goes with the cart, from page to page and from tab to tab.
    coins: createCookie(name("coins"), { ...options, secrets, maxAge: TOKEN_COOKIE_SECONDS }),
  };
}
