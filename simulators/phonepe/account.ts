import { randomLetters } from "../wire/ids.ts";
import { signPhonePe } from "../wire/signing.ts";
import { Webhooks } from "../wire/webhooks.ts";
import { Books, type Order, type Refund } from "./books.ts";
import { orderEntity, refundEntity } from "./entities.ts";

/** The vendor does not publish its schedule. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 900_000, 3_600_000];
const TOKEN_SECONDS = 3_600;

export type PhonePeOptions = {
  clientId?: string;
  clientSecret?: string;
  clientVersion?: string;
  /** User name and password of the webhook, as chosen in the dashboard. */
  webhookUser?: string;
  webhookPassword?: string;
  /** The account's webhook URL, as in the dashboard. Without one, no webhook is sent. */
  webhookUrl?: string;
  payee?: string;
  now?: () => number;
  /** The time after which a refund completes by itself (ms); null, the default: `settleRefund` decides. */
  settleRefundsAfterMs?: number | null;
  /** Sends failed webhooks again by itself; else `webhooks.retry()` does. */
  retriesByItself?: boolean;
};

export type Account = ReturnType<typeof createAccount>;

/** A merchant's account: credentials, tokens, books and webhooks. */
export function createAccount(options: PhonePeOptions) {
  const now = options.now ?? Date.now;
  const keys = {
    id: options.clientId ?? `SIMULATED_${randomLetters(12)}`,
    secret: options.clientSecret ?? randomLetters(36),
    version: options.clientVersion ?? "1",
    webhookUser: options.webhookUser ?? "awning_shop",
    webhookPassword: options.webhookPassword ?? `${randomLetters(14)}a1`,
  };
  const webhooks = new Webhooks({
    now,
    backoffMs: BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => webhookSecret(),
    timeoutMs: 5_000,
  });
  /** The time at which each token ends (ms). */
  const tokens = new Map<string, number>();
  const account = {
    now,
    keys,
    webhooks,
    books: new Books(now),
    tokens,
    payee: options.payee ?? "Test Merchant",
    webhookUrl: options.webhookUrl,
    settleRefundsAfterMs: options.settleRefundsAfterMs ?? null,
    grantToken,
    notifyOrder,
    notifyAttempt,
    notifyRefund,
  };
  return account;

  function webhookSecret(): string {
    return `${keys.webhookUser}:${keys.webhookPassword}`;
  }

  /** Times in seconds. */
  function grantToken() {
    const token = randomLetters(48);
    const issued = Math.floor(now() / 1000);
    tokens.set(token, (issued + TOKEN_SECONDS) * 1000);
    return {
      access_token: token,
      encrypted_access_token: randomLetters(64),
      refresh_token: "NA",
      expires_in: TOKEN_SECONDS,
      issued_at: issued,
      expires_at: issued + TOKEN_SECONDS,
      session_expires_at: issued + TOKEN_SECONDS,
      token_type: "O-Bearer",
    };
  }

  function emit(event: string, payload: object): void {
    if (account.webhookUrl === undefined) return;
    const type = event.toUpperCase().replaceAll(".", "_");
    webhooks.add({
      event,
      eventId: randomLetters(20), // the vendor sends none
      url: account.webhookUrl,
      body: JSON.stringify({ type, event, payload }),
      secret: webhookSecret(),
      headers: (secret) => {
        const [user = "", password = ""] = secret.split(":");
        return { authorization: signPhonePe(user, password) };
      },
    });
  }

  function notifyOrder(order: Order): void {
    const flow = order.mode === "PG_CHECKOUT" ? "checkout" : "pg";
    emit(`${flow}.order.${order.state.toLowerCase()}`, orderEntity(order, true));
  }

  /** A failed attempt of a custom checkout, whose order stays open. */
  function notifyAttempt(order: Order): void {
    if (order.mode !== "PG_CHECKOUT") emit("pg.transaction.failed", orderEntity(order, false));
  }

  function notifyRefund(refund: Refund): void {
    const state = refund.state === "CONFIRMED" ? "accepted" : refund.state.toLowerCase();
    emit(`pg.refund.${state}`, refundEntity(refund, account.books.find(refund.originalMerchantOrderId)));
  }
}
