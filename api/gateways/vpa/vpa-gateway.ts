import type { Clock } from "../../base/clock.ts";
import type { TenantDatabase } from "../../db/database.ts";
import type { Gateway } from "../../ports/gateway.ts";
import { listConfirmations } from "../../repositories/payments/upi-confirmations.ts";
import type { GatewayOptions } from "../gateway-options.ts";

type Parts = { settings: GatewayOptions<"vpa">["settings"]; db: TenantDatabase; clock: Clock };

const MINUTE_MS = 60_000;

/**
 * Payments straight to the merchant's UPI id, for a brand without a gateway. Nobody notifies the shop, so an operator confirms
 * each payment from the bank statement; the payer's word never counts. Link: NPCI's UPI linking specification. `tr` names the
 * order by at most 35 letters and digits, because banks change and cut printed texts.
 */
export function createVpaGateway({ settings, db, clock }: Parts): Gateway {
  return {
    kind: "vpa",
    leastWindowMs: settings.windowMinutes * MINUTE_MS,

    async createIntent({ attemptId, amount, payee, expiresAt, orderNumber, shortReference }) {
      const query = {
        pa: settings.vpa,
        pn: payee,
        tr: shortReference ?? attemptId.replaceAll(/[_-]/g, ""),
        am: (amount / 100).toFixed(2),
        cu: "INR",
        // The reference comes first, because banks cut a note at its end.
        tn: ["Order", ...(shortReference === null ? [] : [shortReference]), orderNumber].join(" "),
      };
      const link = `upi://pay?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`)
        .join("&")}`;
      return {
        state: "created",
        intent: { refs: {}, expiresAt, links: { other: link }, qrPayload: link, hostedUrl: null },
      };
    },

    async fetchStatus({ id, createdAt }) {
      const confirmed = await listConfirmations(db.read, id);
      const received = confirmed.map(({ bank_reference: bankReference, amount }) => ({
        gatewayPaymentId: bankReference,
        amount,
        currency: "INR",
        bankReference,
        method: "upi" as const,
      }));
      if (received.length > 0) return { state: "paid", received, refunds: [] };
      const isKnown = createdAt <= clock.now();
      return { state: isKnown ? "open" : "unknown", received, refunds: [] };
    },

    verifyWebhook: async () => ({ ok: false, reason: "payments to a UPI id have no notifications" }),

    // send-refunds.ts books what the operator has paid back.
    refund: () => Promise.reject(new Error("nobody can request a refund of a payment to a UPI id")),
    fetchRefund: async () => undefined,
  };
}
