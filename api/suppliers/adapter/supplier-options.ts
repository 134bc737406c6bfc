import type { Supplier } from "../../../config/brand/schema.ts";
import type { Secrets } from "../../../config/brand/secrets.ts";
import type { Clock } from "../../base/clock.ts";

/** The parts of a supplier: one brand's settings in tenant.json, and its secrets. */
export type SupplierOptions<Kind extends Supplier["kind"]> = {
  /** For errors and logs, such as `Woohoo (maple-woohoo)`. */
  name: string;
  settings: Extract<Supplier, { kind: Kind }>;
  secrets: Secrets;
  clock: Clock;
};
