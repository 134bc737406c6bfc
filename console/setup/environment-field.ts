import type { BrandField } from "../brand/settings/fields.ts";

/** A field of gateways and suppliers that have a test environment. */
export const ENVIRONMENT: BrandField = {
  path: "environment",
  label: "Environment",
  kind: "choice",
  options: { live: "Live", test: "Test: no money moves" },
};
