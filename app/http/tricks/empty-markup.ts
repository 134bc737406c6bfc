const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };

/** Empty HTML for dangerouslySetInnerHTML, as a Trusted Type where the browser has them. */
export const EMPTY_MARKUP = { __html: trustedTypes?.emptyHTML ?? "" };
