import { pino } from "pino";

import type { Clock } from "../../../api/base/clock.ts";
import type { Attempt, IntentRequest } from "../../../api/ports/gateway.ts";
import { MissingSecret, type Secrets } from "../../../config/brand/secrets.ts";

/** Sunday, 22 November 2026, 10:00 UTC. */
export const NOW = Date.UTC(2026, 10, 22, 10);

/** Secrets that a test rotates by writing into `values`; the first value is the current one. */
export function testSecrets(values: Record<string, string[]>): Secrets & { values: Record<string, string[]> } {
  return {
    values,
    read(name) {
      const found = values[name];
      if (found === undefined) throw new MissingSecret(`PAYMENTS_MAPLE_${name} is missing`);
      return found;
    },
  };
}

export function testGatewayOptions(secrets: Secrets) {
  const clock: Clock & { at: number } = { at: NOW, now: () => clock.at };
  return { brand: "maple", clock, secrets, log: pino({ level: "silent" }) };
}

export const ATTEMPT_ID = "A1b2C3d4E5f6G7h8I9j0_-";

export const testRequest = (overrides: Partial<IntentRequest> = {}): IntentRequest => ({
  attemptId: ATTEMPT_ID,
  orderNumber: "AW-1001",
  shortReference: "MAP7K392Q",
  amount: 50_050,
  payee: "Maple",
  expiresAt: NOW + 5 * 60_000,
  redirectUrl: "https://gifts.maple.example/payment/return?orderid=AW-1001",
  notifyUrl: "https://gifts.maple.example/payment-notification",
  payer: { id: "payer-1", phone: "9876543210" },
  ...overrides,
});

export const testAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  id: ATTEMPT_ID,
  orderNumber: "AW-1001",
  amount: 50_050,
  createdAt: NOW,
  refs: {},
  ...overrides,
});
