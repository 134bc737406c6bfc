import { within } from "../concurrency/within.ts";
import { gatewayOf } from "../gateways/gateway-of.ts";
import type { DisputeView } from "../ports/gateway.ts";
import type { Payment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Queries the gateway for the present state of a dispute, for `ms` at most. The payment keeps the shop's id.
 * @returns undefined if the gateway does not have the dispute, or has no such call
 * @throws TookTooLong; Unreachable
 */
export async function askDispute(
  shop: Shop,
  payment: Payment,
  { disputeId, gatewayPaymentId }: Pick<DisputeView, "disputeId" | "gatewayPaymentId">,
  ms: number,
): Promise<DisputeView | undefined> {
  const asked = Promise.resolve(gatewayOf(shop, payment).fetchDispute?.(disputeId));
  const view = await within(ms, "the payment gateway", asked);
  return view && { ...view, gatewayPaymentId };
}
