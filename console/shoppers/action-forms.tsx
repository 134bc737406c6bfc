import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { formatDateTime } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { Choice } from "../fields/choice.tsx";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { ACTIONS, type ActName } from "./actions.ts";
import type { ShopperResponse } from "./shopper-responses.ts";

type Refused = {
  typed: { act: string; id: string; session: string; amount: string; reason: string };
  problem: { text: string; fields: Record<string, string> };
};

type ActionFormsProps = {
  brand: ConsoleBrand;
  shopper: ShopperResponse["shopper"];
  sessions: ShopperResponse["sessions"];
  formId: string;
  /** The form that was sent and refused, if any. */
  refused?: Refused;
};

/** The actions that the member may take on this shopper in their current state. */
export function ActionForms({ brand, shopper, sessions, formId, refused }: ActionFormsProps) {
  const { permissions } = brand;
  const mayExport = permissions.includes("shoppers.export");
  const mayErase = permissions.includes("shoppers.erase");
  const waiting = sessions.filter(({ confirmed_at }) => confirmed_at === null);
  const names = actsFor(shopper, waiting).filter((name) => permissions.includes(ACTIONS[name].permission));
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
            waiting={waiting}
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

type Sessions = ShopperResponse["sessions"];

/** `waiting`: the sessions on devices that are not confirmed. A shopper with a confirmed address confirms them by mail. */
function actsFor(
  { disabled_at, erased_at, email_verified_at, coins }: ShopperResponse["shopper"],
  waiting: Sessions,
): ActName[] {
  if (erased_at !== null) return [];
  const taking: ActName[] = coins > 0 ? ["take-coins"] : [];
  if (disabled_at !== null) return ["enable", ...taking];
  const confirming: ActName[] = email_verified_at === null && waiting.length > 0 ? ["confirm-device"] : [];
  return [...confirming, "end-sessions", "disable", "grant-coins", ...taking];
}

type ActionFormProps = { name: ActName; waiting: Sessions; formId: string; refused?: Refused };

function ActionForm({ name, waiting, formId, refused }: ActionFormProps) {
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
        {name === "confirm-device" && (
          <WaitingDevice waiting={waiting} value={refused?.typed.session} error={fields.session} />
        )}
        <ReasonField id={`${name}-reason`} value={refused?.typed.reason} error={fields.reason} />
        {(hasCoins || name === "confirm-device") && <CodeField id={`${name}-code`} error={fields.code} />}
        <Button look={name === "disable" ? "danger" : "outline"} busyLabel="Saving...">
          {label}
        </Button>
      </form>
    </details>
  );
}

/** The device to confirm, by its browser and the time of its sign-in. */
const WaitingDevice = ({ waiting, value, error }: { waiting: Sessions; value?: string; error?: string }) => (
  <>
    <p>
      A confirmed device shows whole codes. Whoever holds the shopper's number can sign in, so check by other means that
      the device is the shopper's. No mail tells them, because the account has no confirmed address.
    </p>
    <Choice
      name="session"
      label="Device"
      options={Object.fromEntries(
        waiting.map(({ id, client, created_at }) => [
          id,
          `${client || "Unknown browser"}, signed in ${formatDateTime(created_at)}`,
        ]),
      )}
      value={value}
      error={error}
      isRequired
    />
  </>
);
