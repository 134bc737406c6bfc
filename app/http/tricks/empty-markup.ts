const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };

/** Empty HTML for dangerouslySetInnerHTML, as a Trusted Type if the browser supports that. */
export const EMPTY_MARKUP = { __html: trustedTypes?.emptyHTML ?? "" };
