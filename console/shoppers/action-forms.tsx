import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { ACTIONS, type ActName } from "./actions.ts";
import type { ShopperResponse } from "./shopper-responses.ts";

type Refused = {
  typed: { act: string; id: string; amount: string; reason: string };
  problem: { text: string; fields: Record<string, string> };
};

type ActionFormsProps = {
  brand: ConsoleBrand;
  shopper: ShopperResponse["shopper"];
  formId: string;
  /** The form that was sent and refused, if any. */
  refused?: Refused;
};

/** The actions that the member may take on this shopper in their current state. */
export function ActionForms({ brand, shopper, formId, refused }: ActionFormsProps) {
  const { permissions } = brand;
  const mayExport = permissions.includes("shoppers.export");
  const mayErase = permissions.includes("shoppers.erase");
  const names = actsFor(shopper).filter((name) => permissions.includes(ACTIONS[name].permission));
  const place = { brand: brand.id, shopper: shopper.id };
  const isErased = shopper.erased_at !== null;
  if (names.length === 0 && !mayExport && !mayErase) return null;
  return (
    <section aria-labelledby="acts-title">
      <h2 id="acts-title">Actions</h2>
      <div className="act-list">
        {names.map((name) => (
          <ActionForm
            key={name}
            name={name}
            formId={formId}
            refused={refused?.typed.act === name ? refused : undefined}
          />
        ))}
      </div>
      <p className="page-links">
        {mayExport && <a href={href("/brands/:brand/shoppers/:shopper/export", place)}>Export all data</a>}
        {mayErase && !isErased && <a href={href("/brands/:brand/shoppers/:shopper/erase", place)}>Erase this person</a>}
      </p>
    </section>
  );
}

function actsFor({ disabled_at, erased_at, coins }: ShopperResponse["shopper"]): ActName[] {
  if (erased_at !== null) return [];
  const taking: ActName[] = coins > 0 ? ["take-coins"] : [];
  return disabled_at === null ? ["end-sessions", "disable", "grant-coins", ...taking] : ["enable", ...taking];
}

function ActionForm({ name, formId, refused }: { name: ActName; formId: string; refused?: Refused }) {
  const { label } = ACTIONS[name];
  const fields = refused?.problem.fields ?? {};
  const hasCoins = name === "grant-coins" || name === "take-coins";
  return (
    <details open={refused !== undefined}>
      <summary>{label}</summary>
      <form method="post" className="stack">
        {refused && <Refusal {...refused.problem} />}
        <input type="hidden" name="act" value={name} />
        {hasCoins && (
          <>
            <input type="hidden" name="id" value={refused?.typed.id ?? formId} />
            <Field
              id={`${name}-amount`}
              name="amount"
              label="Coins"
              hint="What goes beyond 1,000 in the brand on one day, with coupons, waits until a second member approves."
              inputMode="decimal"
              required
              defaultValue={refused?.typed.amount}
              error={fields.amount}
            />
          </>
        )}
        <ReasonField id={`${name}-reason`} value={refused?.typed.reason} error={fields.reason} />
        {hasCoins && <CodeField id={`${name}-code`} error={fields.code} />}
        <Button look={name === "disable" ? "danger" : "outline"} busyLabel="Saving...">
          {label}
        </Button>
      </form>
    </details>
  );
}
