import { href, useLocation } from "react-router";

import { STEPS } from "./steps-link.ts";

/** A link from the page of a step back to the list of steps to the first order. */
export function BackToSteps({ brand }: { brand: string }) {
  const isStep = new URLSearchParams(useLocation().search).has(STEPS);
  if (!isStep) return null;
  return (
    <p className="page-links">
      <a href={href("/brands/:brand/open", { brand })}>Back to the steps to the first order</a>
    </p>
  );
}
