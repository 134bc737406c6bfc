/** In the address of a page that the steps to the first order have led to, and of the pages that its forms lead to. */
export const STEPS = "steps";

/** @param to a path of the console */
export const withWayBack = (to: string) => `${to}?${STEPS}=1`;
