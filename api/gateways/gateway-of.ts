import type { Gateway } from "../ports/gateway.ts";
import { Unreachable } from "../ports/unreachable.ts";
import type { Shop } from "../shop.ts";

/**
 * The gateway of an attempt: the brand's own, or the sandbox for attempts from before it had one.
 * @throws Unreachable where the brand has changed from another gateway
 */
export function gatewayOf({ payments, sandbox }: Shop, { gateway }: { gateway: string | null }): Gateway {
  const kind = gateway ?? "sandbox";
  if (kind === payments.kind) return payments;
  if (kind === "sandbox" && sandbox !== undefined) return sandbox;
  throw new Unreachable(`the brand's gateway is no longer ${kind}`);
}
