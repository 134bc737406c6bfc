import { pino } from "pino";

import type { Payments } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import { systemClock } from "../base/clock.ts";
import type { GatewayFinding } from "../ports/gateway.ts";
import { createRemoteGateway } from "../tenancy/create-gateways.ts";

/** Tries a brand's credentials at its gateway with harmless calls. @param settings undefined for the sandbox */
export async function tryGateway(
  brand: string,
  settings: Payments | undefined,
  secrets: SecretValues,
): Promise<GatewayFinding[]> {
  if (settings === undefined)
    return [
      { level: "ok", text: "the sandbox answers: the payer decides whether a payment succeeds, and no money moves" },
    ];
  if (settings.gateway === "vpa") return [{ level: "ok", text: `payments go to ${settings.vpa}; you confirm each` }];
  const parts = { clock: systemClock, log: pino({ level: "silent" }), secrets };
  return (await createRemoteGateway(brand, settings, parts).check?.()) ?? [];
}
