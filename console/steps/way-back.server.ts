import { href } from "react-router";

import { STEPS } from "./steps-link.ts";

/** Adds the parameter to a redirect, so that the next page also links back to the steps. Other answers stay unchanged. */
export function keepWayBack(answer: Response, brand: string, url: URL): Response {
  const location = answer.headers.get("location");
  if (location === null || !url.searchParams.has(STEPS)) return answer;
  const to = new URL(location, url);
  const isOfBrand = to.origin === url.origin && to.pathname.startsWith(`${href("/brands/:brand", { brand })}/`);
  if (!isOfBrand || to.searchParams.has(STEPS)) return answer;
  to.searchParams.set(STEPS, "1");
  const headers = new Headers(answer.headers);
  headers.set("location", to.pathname + to.search + to.hash);
  return new Response(answer.body, { status: answer.status, headers });
}
