import { createHmac, createSecretKey } from "node:crypto";

import { type Cookie, createCookie } from "react-router";

import {
  DEVICE_COOKIE_SECONDS,
  LANGUAGE_COOKIE_SECONDS,
  PHONE_COOKIE_SECONDS,
  RESET_COOKIE_SECONDS,
  TOKEN_COOKIE_SECONDS,
  TYPED_COOKIE_SECONDS,
  WISH_COOKIE_SECONDS,
} from "#app/base/constants.ts";
import { env } from "#app/base/env.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { sealWith } from "./seal.server.ts";
import { signWith } from "./sign.server.ts";

export type ShopCookies = Record<
  | "accessToken"
  | "refreshToken"
  | "accountLanguage"
  | "device"
  | "flash"
  | "wish"
  | "typed"
  | "checkout"
  | "coins"
  | "reset"
  | "phone"
  | "formKey",
  Cookie
>;

/** Created once: Node takes 50 µs to convert a text to a key. */
const sessionKeys = env.SESSION_SECRETS.map((secret) => createSecretKey(secret, "utf8"));

/** By tenant object, since a tenant that is read again is a new object. First the cookies of plain sites, then of secure ones. */
const kept = new WeakMap<Tenant, [ShopCookies, ShopCookies]>();

/** The cookies of a site. */
export function shopCookies({ tenant, isSecure }: Site): ShopCookies {
  const known = kept.get(tenant) ?? [createShopCookies(tenant, false), createShopCookies(tenant, true)];
  kept.set(tenant, known);
  return known[isSecure ? 1 : 0];
}

/**
 * The shop's cookies on one site. Browsers keep none longer than 400 days. On https the `__Host-` prefix stops sibling subdomains
 * from setting them. All are signed with a secret that includes the tenant, except the language and the device's cookie, which
 * only the embedded API gets. Cookies that are copied to another brand's hostname count as absent, so its backend gets no token.
 */
function createShopCookies(tenant: Tenant, isSecure: boolean): ShopCookies {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } as const;
  const secrets = sessionKeys.map((key) => createHmac("sha256", key).update(tenant.id).digest("base64"));
  const { sign, unsign, encode, decode } = signWith(secrets);
  const { encode: seal, decode: open } = sealWith(secrets);
  const signed = { ...options, encode, decode };
  const sealed = {
    ...options,
    encode: (value: string) => seal(sign(value)),
    decode: (text: string) => unsign(open(text)),
  };
  const name = (plain: string) => (isSecure ? `__Host-${plain}` : plain);

  return {
    accessToken: createCookie(name("access_token"), { ...signed, maxAge: TOKEN_COOKIE_SECONDS }),
    refreshToken: createCookie(name("refresh_token"), { ...signed, maxAge: TOKEN_COOKIE_SECONDS }),
    // Read before the session is (choose-language.server.ts).
    accountLanguage: createCookie(name("account_lang"), { ...options, ...PLAIN, maxAge: LANGUAGE_COOKIE_SECONDS }),
    device: createCookie(name("device"), { ...options, maxAge: DEVICE_COOKIE_SECONDS }),
    flash: createCookie(name("flash"), { ...signed, maxAge: 60 }),
    // It may contain a gift's recipient and message.
    wish: createCookie(name("wish"), { ...sealed, maxAge: WISH_COOKIE_SECONDS }),
    // The typed values of a form that waits for a login or a confirmed device.
    typed: createCookie(name("typed"), { ...sealed, maxAge: TYPED_COOKIE_SECONDS }),
    // The number that waits for its code.
    phone: createCookie(name("phone_code"), { ...sealed, maxAge: PHONE_COOKIE_SECONDS }),
    reset: createCookie(name("reset"), { ...signed, maxAge: RESET_COOKIE_SECONDS }),
    formKey: createCookie(name("form"), { ...signed, sameSite: "strict" }),
    // A payment link may name the buyer or give access to the order.
    checkout: createCookie(name("checkout"), { ...sealed, maxAge: 24 * 60 * 60 }),
    // The choice to pay with coins, for every page and tab.
    coins: createCookie(name("coins"), { ...signed, maxAge: TOKEN_COOKIE_SECONDS }),
  };
}

/** Writes a cookie's text as it is, in place of the Base64 of its JSON. */
const PLAIN = {
  encode: (value: string) => JSON.parse(atob(value)) as string,
  decode: (text: string) => (/^[\w-]+$/.test(text) ? btoa(JSON.stringify(text)) : ""),
};
