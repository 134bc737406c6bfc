import type { Request } from "express";

/**
 * The route that answered, below the tenant, such as "/cart"; "other" if none did, which includes a request that was refused
 * before its route. A brand's routes have no parameters except the file name of a picture, so their number is small. The staff's
 * routes have parameters, and one of them is a secret.
 */
export function routeOf({ route, originalUrl }: Request): string {
  if (route === undefined) return "other";
  if (originalUrl.startsWith("/_staff/")) return `/_staff/…${String(route.path)}`;
  const [, , first = "", ...rest] = originalUrl.split("?", 1)[0]!.split("/");
  return first === "media" ? "/media/…" : `/${[first, ...rest].filter(Boolean).join("/")}`;
}
