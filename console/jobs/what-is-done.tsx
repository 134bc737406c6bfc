import { href } from "react-router";

import type { Job } from "./responses.ts";

/** The pages for sending another file after a check that failed. */
const IMPORTS: Partial<Record<string, "/brands/:brand/stock/import" | "/brands/:brand/catalogue/import">> = {
  "stock.check": "/brands/:brand/stock/import",
  "catalogue.check": "/brands/:brand/catalogue/import",
};

/** The result of an ended job, with links to it or to a new attempt. */
export function WhatIsDone({ job: { kind, state }, brand }: { job: Job; brand: string }) {
  const again = IMPORTS[kind];
  if (state === "cancelled") return <p>It was stopped before the end. What is counted above is done and stays.</p>;
  if (state === "failed" && again !== undefined)
    return (
      <p className="page-links">
        <a href={href(again, { brand })}>Send another file</a>
      </p>
    );
  if (state !== "done") return null;
  return (
    <p className="page-links">
      <a href={href("/brands/:brand/products", { brand })}>Products</a>
      <a href={href("/brands/:brand/stock", { brand })}>Stock</a>
    </p>
  );
}
