import type { Tenant } from "../../config/schema.ts";
import type { Call } from "./transport.server.ts";

/** The common calls, which every host has (docs/commerce-api.md). */
const CONTRACT = new Set([
  ...["GET /home/", "GET /configurator/", "GET /products/", "GET /products/sort/", "GET /search/"],
  ...["POST /user/login/", "POST /user/signup/", "POST /user/refreshtoken/", "PATCH /user/update/"],
  ...["GET /user-data/", "GET /edit-profile/", "PUT /edit-profile/"],
  ...["GET /cart/", "POST /cart/", "PATCH /cart/", "DELETE /cart/"],
  ...["POST /load-coin/", "GET /coins-history", "GET /order-history/"],
  ...["POST /place-order/", "GET /place-order/", "GET /order-status/"],
]);

/** The calls beyond it, by path, and the feature with which a brand says that its host has them. */
const EXTENSIONS: Record<string, keyof Tenant["features"]> = {
  "/user/forgot/": "passwordReset",
  "/user/verify-otp/": "passwordReset",
  "/user/reset-password/": "passwordReset",
  "/user/password/": "passwordChange",
  "/user/verify-email/": "emailVerification",
  "/user/verify-email/send/": "emailVerification",
  "/user/sessions/": "sessions",
  "/user/logout/": "logout",
  "/contact/": "contact",
  "/gift/view/": "gift",
  "/gift/open/": "gift",
  "/gift/send/": "gift",
  "/load-coin/verify/": "verifyCoupon",
  "/order-terms/": "acceptedTerms",
  "/order-receipt/": "receipts",
  "/vouchers/": "usedVouchers",
  "/stock-notice/": "stockNotice",
};

/** True for an optional call: its 401 says nothing about the session. */
export const isExtension = ({ method, path }: Call) => !CONTRACT.has(`${method} ${path}`);

/** Whether a brand's host may be sent this call. The embedded API has them all; any other only what is named here. */
export function hasCall({ api, features }: Tenant, call: Call): boolean {
  if (api.url === "embedded" || !isExtension(call)) return true;
  const feature = EXTENSIONS[call.path];
  return feature !== undefined && features[feature];
}
