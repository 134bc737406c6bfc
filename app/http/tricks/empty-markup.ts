const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };

/** For dangerouslySetInnerHTML: nothing, in the type that the policy's Trusted Types ask for where a browser has them. */
export const EMPTY_MARKUP = { __html: trustedTypes?.emptyHTML ?? "" };
