/** The login's address, from which a visitor returns to this path. */
export const loginHref = (returnTo: string) => `/login?returnTo=${encodeURIComponent(returnTo)}`;
