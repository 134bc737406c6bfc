import { redirect } from "react-router";

import { siteContext } from "#app/request/context.ts";

import type { Route } from "./+types/well-known-change-password";

/** Password managers open this URL (W3C, A Well-Known URL for Changing Passwords). */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(context.get(siteContext).tenant.features.passwordChange ? "/change-password" : "/forgot", 302);
}
