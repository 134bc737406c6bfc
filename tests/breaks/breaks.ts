import { CONSOLE_BREAKS } from "./console.ts";
import { DISPUTE_BREAKS } from "./disputes.ts";
import { DOOR_BREAKS } from "./doors.ts";
import { EXPORT_BREAKS } from "./exports.ts";
import { GATEWAY_BREAKS } from "./gateways.ts";
import { MESSENGER_BREAKS } from "./messengers.ts";
import { MONEY_BREAKS } from "./money.ts";
import { SEARCH_BREAKS } from "./search.ts";
import { SELLING_BREAKS } from "./selling.ts";
import { STAFF_BREAKS } from "./staff.ts";
import { STOREFRONT_BREAKS } from "./storefront.ts";
import { SUPPLIER_BREAKS } from "./suppliers.ts";
import { UPI_BREAKS } from "./upi.ts";

/** All breaks, in the order in which they run. */
export const BREAKS = [
  ...MONEY_BREAKS,
  ...DISPUTE_BREAKS,
  ...SELLING_BREAKS,
  ...GATEWAY_BREAKS,
  ...UPI_BREAKS,
  ...STOREFRONT_BREAKS,
  ...CONSOLE_BREAKS,
  ...STAFF_BREAKS,
  ...SUPPLIER_BREAKS,
  ...MESSENGER_BREAKS,
  ...DOOR_BREAKS,
  ...EXPORT_BREAKS,
  ...SEARCH_BREAKS,
];
