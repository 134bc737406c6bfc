/** Methods that change nothing (RFC 9110, 9.2.1). */
export const isSafeMethod = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";
