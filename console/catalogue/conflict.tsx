import { BothChanges } from "../table/both-changes.tsx";
import { LABELS } from "./product-problem.tsx";
import type { ProductValues } from "./responses.ts";

const show = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value);

/** Both states of a product that somebody else has changed while the form was open. */
export function Conflict({ typed, saved }: { typed: ProductValues; saved: ProductValues }) {
  const names = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((name) => typed[name] !== saved[name]);
  const rows = names.map((name) => ({ label: LABELS[name], typed: show(typed[name]), saved: show(saved[name]) }));
  return <BothChanges what="this product" rows={rows} />;
}
