import { z } from "zod";

import { shortReference } from "./history.ts";
import { money, optionalText, quantity, text, time } from "./values.ts";
import { mayOmit } from "./wire.ts";

const receiptItem = z.object({ name: text, quantity, denomination: money, amount: money });

export const ReceiptSchema = z
  .object({
    number: text,
    issued_at: time,
    order_number: text,
    short_reference: shortReference,
    items: z.array(receiptItem),
    total: money,
    coins_used: money,
    amount: money,
    paid_by: z.object({ method: text, reference: optionalText }).nullish().catch(null),
    refund: z.object({ amount: money, coins: money }).nullish().catch(null),
    user: z.object({ username: optionalText, email: optionalText }),
    legal: z.object({ entity: mayOmit(optionalText), gstin: mayOmit(optionalText), address: mayOmit(optionalText) }),
  })
  .transform((wire) => ({
    number: wire.number,
    issuedAt: wire.issued_at,
    orderNumber: wire.order_number,
    shortReference: wire.short_reference,
    items: wire.items,
    total: wire.total,
    coinsUsed: wire.coins_used,
    amount: wire.amount,
    paidBy: wire.paid_by ?? null,
    refund: wire.refund ?? null,
    user: wire.user,
    legal: wire.legal,
  }));
