/** The parameter of a page that was opened from the steps to the first order, and of the pages that its forms lead to. */
export const STEPS = "steps";

/** @param to a path of the console */
export const withWayBack = (to: string) => `${to}?${STEPS}=1`;
