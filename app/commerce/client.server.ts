import { createAccountCalls } from "./account-calls.server.ts";
import { createCartCalls } from "./cart-calls.server.ts";
import { createCatalogueCalls } from "./catalogue-calls.server.ts";
import { createCoinCalls } from "./coin-calls.server.ts";
import { createGiftCalls } from "./gift-calls.server.ts";
import { createOrderCalls } from "./order-calls.server.ts";
import { createOrderExtensionCalls } from "./order-extension-calls.server.ts";
import { createOwnAccountCalls } from "./own-account-calls.server.ts";
import { createProfileCalls } from "./profile-calls.server.ts";
import { createSenders, type SenderOptions } from "./senders.server.ts";
import { createSessionCalls } from "./session-calls.server.ts";
import { createStockCalls } from "./stock-calls.server.ts";

/**
 * The calls of docs/commerce-api.md for one request, typed. Answers are values (Result), never rejections; money is integer
 * paise, coins are integer hundredths. senders.server.ts signs, repeats and shares calls.
 */
export function createCommerceClient(options: SenderOptions) {
  const { backend, session } = options;
  const senders = createSenders(options);
  return {
    ...createCatalogueCalls(senders, backend, session),
    ...createSessionCalls(senders, backend, session),
    ...createAccountCalls(senders, backend.tenant),
    ...createProfileCalls(senders, backend.tenant),
    ...createOwnAccountCalls(senders),
    ...createCartCalls(senders, backend.tenant),
    ...createCoinCalls(senders),
    ...createOrderCalls(senders),
    ...createOrderExtensionCalls(senders),
    ...createGiftCalls(senders),
    ...createStockCalls(senders),
  };
}

export type CommerceClient = ReturnType<typeof createCommerceClient>;
