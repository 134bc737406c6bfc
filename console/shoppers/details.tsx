import type { ReactNode } from "react";

import { DateTime } from "#app/ui/date.tsx";

import type { ShopperResponse } from "./shopper-responses.ts";
import { stateOf } from "./state-of.ts";

/** A shopper's identity. */
export function Facts({ shopper }: { shopper: ShopperResponse["shopper"] }) {
  const { address_line1, address_line2, country, phone, verified_phone } = shopper;
  const address = [address_line1, address_line2, country].filter(Boolean).join(", ");
  return (
    <dl className="facts">
      <Fact name="Name">{shopper.username || "none"}</Fact>
      <Fact name="State">{stateOf(shopper)}</Fact>
      <Fact name="Since">
        <DateTime at={shopper.created_at} />
      </Fact>
      <Fact name="E-mail verified">
        {shopper.email === "" ? (
          "no address"
        ) : shopper.email_verified_at === null ? (
          "not yet"
        ) : (
          <DateTime at={shopper.email_verified_at} />
        )}
      </Fact>
      <Fact name="Phone">
        {phone ?? "none"}
        {phone !== null && (verified_phone === phone ? " (verified)" : " (not verified)")}
      </Fact>
      <Fact name="Cards go to">
        {[shopper.delivery_email ?? shopper.email, shopper.delivery_phone].filter(Boolean).join(", ")}
      </Fact>
      <Fact name="Address">{address || "none"}</Fact>
      {shopper.disabled_at !== null && (
        <Fact name={shopper.erased_at === null ? "Disabled" : "Erased"}>
          <DateTime at={shopper.erased_at ?? shopper.disabled_at} />
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
