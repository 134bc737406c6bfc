import { z } from "zod";

import { wholeListOf } from "./lists.ts";
import { coinMovement, flag, id, maybeMoney, optionalText, time } from "./values.ts";
import { described, mayOmit, named } from "./wire.ts";

const coinData = z
  .object({ coins_added: mayOmit(maybeMoney), coins: mayOmit(maybeMoney), previous_balance: mayOmit(maybeMoney) })
  .nullish()
  .catch(null);

/** POST /load-coin/: any status but 'success' is a refusal in the backend's words. */
export const LoadCoinSchema = z
  .object({ status: optionalText, message: optionalText, data: coinData })
  .transform((wire) => ({
    isSuccess: wire.status.toLowerCase() === "success",
    message: wire.message,
    coinsAdded: wire.data?.coins_added ?? wire.data?.coins ?? null,
    previousBalance: wire.data?.previous_balance ?? null,
  }));

const coinRecord = z
  .object({
    id,
    coupon_code: optionalText,
    amount: described(coinMovement, "Coins that came in; negative for coins that went out."),
    is_redeemed: flag.catch(false),
    user: z.object({ username: optionalText }).nullish().catch(null),
    created_at: time,
    reason: mayOmit(optionalText),
    expires_at: mayOmit(time),
    balance_after: mayOmit(maybeMoney),
  })
  .transform((wire) => ({
    id: wire.id,
    couponCode: wire.coupon_code,
    amount: wire.amount,
    isRedeemed: wire.is_redeemed,
    username: wire.user?.username ?? "",
    createdAt: wire.created_at,
    reason: wire.reason,
    expiresAt: wire.expires_at,
    balanceAfter: wire.balance_after,
  }));

export const CoinHistorySchema = wholeListOf(named(coinRecord, "CoinRecord"));
