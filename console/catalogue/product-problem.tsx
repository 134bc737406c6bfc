import { Alert } from "#app/ui/notice.tsx";

import { Refusal } from "../ui/refusal.tsx";
import type { OfferedLanguage } from "./responses.ts";
import { translationLabels } from "./translations.ts";

/** The labels of the fields that both forms of a product have. */
export const LABELS = {
  name: "Name",
  subcategory: "Category",
  denominations: "Amounts",
  price_mrp: "Price on the card",
  validity_days: "Days",
  is_available: "On sale",
  image_url: "Picture",
  details: "Details",
  terms_and_conditions: "Terms",
  how_to_use: "How to use",
} as const;

const ALL_LABELS: Record<string, string> = {
  ...LABELS,
  sku: "SKU",
  small_amounts: "Amounts",
  new_category: "Category",
  picture: "Picture",
};

type ProductProblemProps = {
  problem: { text: string; fields: Record<string, string> };
  languages: OfferedLanguage[];
};

/** Why a product's form was refused: a link to each wrong field, or the reason for the whole form. */
export function ProductProblem({ problem: { text, fields }, languages }: ProductProblemProps) {
  const labels = { ...ALL_LABELS, ...translationLabels(languages) };
  const wrong = Object.entries(fields).filter(([name]) => Object.hasOwn(labels, name));
  if (wrong.length === 0) return <Refusal text={text} />;
  return (
    <Alert>
      <p>Nothing was saved.</p>
      <ul className="wrong-fields">
        {wrong.map(([name, reason]) => (
          <li key={name}>
            <a href={`#${name === "image_url" ? "picture" : name}`}>{labels[name]}</a>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
