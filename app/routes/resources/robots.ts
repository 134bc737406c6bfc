import { siteContext } from "#app/request/context.ts";

import type { Route } from "./+types/robots";

/** Pages that redirect to the login, or that change something when opened. */
const PRIVATE_PATHS = [
  "/cart",
  "/profile",
  "/edit-profile",
  "/account",
  "/order-history",
  "/verify-details",
  "/payment",
  "/pay",
  "/leave-payment",
  "/payment-success",
  "/payment-notification",
  "/order-state",
  "/suggest",
  "/search",
  "/logout",
  "/no-js",
  "/sandbox/",
  "/verify-otp",
  "/reset-password",
  "/timeexp",
  "/loading",
  "/sessions",
  "/verify-email",
  "/receipt",
  "/gift",
  "/gift/",
  "/change-password",
  "/confirm-device",
];

/** RFC 9309. `$` ends a path and `?` starts its query, so that /pay does not match /payment. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const rules = PRIVATE_PATHS.flatMap((path) => (path.endsWith("/") ? [path] : [`${path}$`, `${path}?`]));
  const lines = ["User-agent: *", ...rules.map((rule) => `Disallow: ${rule}`), "", `Sitemap: ${origin}/sitemap.xml`];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
