import { expect, test } from "vitest";

import { signHttpCall } from "../../../../api/suppliers/http/http-signature.ts";

test("signs time, method, path and body as in the contract's example", () => {
  const body =
    '{"member_key":"abc123","points_requested":10000,"hold_duration_minutes":5,"transaction_description":"Hotel booking hold"}';
  const signed = { method: "POST", path: "/api/v1/loyalty/holds", body, at: 1_787_313_600 };
  expect(signHttpCall("test_loyalty_hmac_secret_do_not_use_in_prod", signed)).toBe(
    "t=1787313600,v1=cb557158186e3d5d6d35fa06f418ac69bdaa965d78a97889c5424b0438c8ae0f",
  );
});
