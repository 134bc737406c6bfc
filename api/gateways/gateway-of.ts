import { Unreachable } from "../base/unreachable.ts";
import type { Gateway } from "../ports/gateway.ts";
import type { Shop } from "../shop/shop.ts";

/** The brand has changed from the gateway of an attempt to another one, so it cannot be queried any more. */
export class GatewayGone extends Unreachable {
  override name = "GatewayGone";
}

/**
 * The gateway of an attempt: the brand's own, or the sandbox for attempts from before the brand had one.
 * @throws GatewayGone
 */
export function gatewayOf(shop: Pick<Shop, "payments" | "sandbox">, attempt: { gateway: string | null }): Gateway {
  const gateway = findGateway(shop, attempt);
  if (gateway !== undefined) return gateway;
  throw new GatewayGone(`the brand's gateway is no longer ${attempt.gateway}`);
}

/** Like gatewayOf; undefined if the brand has changed to another gateway. */
export function findGateway(
  { payments, sandbox }: Pick<Shop, "payments" | "sandbox">,
  { gateway }: { gateway: string | null },
): Gateway | undefined {
  const kind = gateway ?? "sandbox";
  if (kind === payments.kind) return payments;
  return kind === "sandbox" ? sandbox : undefined;
}
