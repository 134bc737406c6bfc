import { redirectDocument } from "react-router";
import type { Route } from "./+types/no-js";
import { safePath } from "#app/tenant/urls.ts";

/** Heals a js cookie that is no longer true: the page comes again, whole. */
export function loader({ url }: Route.LoaderArgs) {
  const headers = { "Set-Cookie": "js=; Path=/; Max-Age=0; SameSite=Lax" };
  return redirectDocument(safePath(url.searchParams.get("returnTo")), { headers });
}
