import { REQUESTED_WITH } from "#app/base/constants.ts";

/**
 * Redirects without a body, for scripts that fetch pages. XMLHttpRequest would follow a redirect and use up the flash. Firefox
 * cuts off the stream that React Router sends, which causes unhandled rejections.
 */
export function redirectForScripts(request: Request, response: Response): Response {
  const location = response.headers.get("Location");
  const isRegion = request.headers.get("X-Requested-With") === REQUESTED_WITH;
  const isData = new URL(request.url).pathname.endsWith(".data") && response.headers.has("X-Remix-Reload-Document");
  if (!location || !(isRegion || isData)) return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  headers.set(isRegion ? "X-Location" : "X-Remix-Redirect", location);
  return new Response(null, { status: 204, headers });
}
