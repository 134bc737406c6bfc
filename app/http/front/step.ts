import type { RequestListener } from "node:http";

/** A step in front of Express: it answers a request, or passes it on to `next`. */
export type Step = (next: RequestListener) => RequestListener;

/** Runs the steps in their order. `last` answers the requests that no step answers. */
export const inOrder = (steps: Step[], last: RequestListener): RequestListener =>
  steps.reduceRight((next, step) => step(next), last);
