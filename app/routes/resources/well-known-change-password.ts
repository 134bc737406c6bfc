import { redirect } from "react-router";
import type { Route } from "./+types/well-known-change-password";
import { siteContext } from "#app/context.ts";

/** Password managers open this URL (W3C, A Well-Known URL for Changing Passwords). */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(context.get(siteContext).tenant.features.passwordChange ? "/change-password" : "/forgot", 302);
}
