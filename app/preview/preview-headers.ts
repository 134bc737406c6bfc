type Shown = {
  /** The console's origin. */
  origin: string;
  /** Sources of styles. A mail's are in its elements' attributes, so it needs 'unsafe-inline'. */
  styles: string[];
  imageOrigins: string[];
};

/**
 * Only the console may frame a preview. It runs no scripts and sends no forms. Caches treat it as any page of a member
 * (setCacheControl).
 */
export const previewHeaders = ({ origin, styles, imageOrigins }: Shown): Record<string, string> => ({
  "Content-Type": "text/html; charset=utf-8",
  "X-Frame-Options": "SAMEORIGIN",
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src ${styles.join(" ") || "'none'"}`,
    `img-src ${[origin, "data:", ...imageOrigins].join(" ")}`,
    `font-src ${origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    // The pictures come from the console and need its cookies, so the page keeps its origin.
    "sandbox allow-same-origin",
  ].join(";"),
});

/** An answer in place of a page that cannot be shown, as plain text. */
export const notShown = (reason: string, origin: string) =>
  new Response(reason, {
    headers: {
      ...previewHeaders({ origin, styles: [], imageOrigins: [] }),
      "Content-Type": "text/plain; charset=utf-8",
    },
  });
