import { redirectDocument } from "react-router";

import { siteContext } from "#app/request/context.ts";
import { safePath } from "#app/tenant/urls.ts";

import type { Route } from "./+types/no-js";

/** Deletes a stale js cookie and reloads the page without streaming. */
export function loader({ url, context }: Route.LoaderArgs) {
  // Older versions set it without the prefix, on https too.
  const headers: [string, string][] = context.get(siteContext).isSecure
    ? [
        ["Set-Cookie", "__Host-js=; Path=/; Max-Age=0; Secure; SameSite=Lax"],
        ["Set-Cookie", "js=; Path=/; Max-Age=0; Secure; SameSite=Lax"],
      ]
    : [["Set-Cookie", "js=; Path=/; Max-Age=0; SameSite=Lax"]];
  return redirectDocument(safePath(url.searchParams.get("returnTo")), { headers });
}
