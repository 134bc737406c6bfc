import type { Request } from "express";

/**
 * The route that answered, below the tenant, such as "/cart"; "other" where none did, which includes a request that was
 * refused before its route. Routes have no parameters but the file name of a picture, so there are few.
 */
export function routeOf({ route, originalUrl }: Request): string {
  if (route === undefined) return "other";
  const [, , first = "", ...rest] = originalUrl.split("?", 1)[0]!.split("/");
  return first === "media" ? "/media/…" : `/${[first, ...rest].filter(Boolean).join("/")}`;
}
