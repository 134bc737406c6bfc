/** Methods that change nothing (RFC 9110, 9.2.1). */
export const isSafeMethod = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

/** The Allow header of a route that refuses a method: a page without forms, or a route for forms only. */
export const allowedInsteadOf = (method: string): string => (isSafeMethod(method) ? "POST" : "GET, HEAD");
