import { href } from "react-router";

import type { Job } from "./answers.ts";

/** What a job that has ended leaves, and where to see it. */
export function WhatIsDone({ job: { state }, brand }: { job: Job; brand: string }) {
  if (state === "cancelled") return <p>It was stopped before the end. What is counted above is done and stays.</p>;
  if (state !== "done") return null;
  return (
    <p className="page-links">
      <a href={href("/brands/:brand/products", { brand })}>Products</a>
      <a href={href("/brands/:brand/stock", { brand })}>Stock</a>
    </p>
  );
}
