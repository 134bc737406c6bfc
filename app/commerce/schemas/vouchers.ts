import { z } from "zod";

import { flag, maybeId, maybeMoney, maybeText, optionalText, time } from "./values.ts";
import { mayOmit, named } from "./wire.ts";

export const voucherFields = {
  card_number: optionalText,
  pin_code: optionalText,
  claim_url: maybeText,
  id: maybeId,
  name: mayOmit(maybeText),
  amount: mayOmit(maybeMoney),
  expires_at: mayOmit(time),
  is_used: mayOmit(flag.nullable().catch(null)),
  is_locked: mayOmit(z.boolean().catch(false)),
};

export const toVoucher = (wire: z.output<z.ZodObject<typeof voucherFields>>) => ({
  cardNumber: wire.card_number,
  pinCode: wire.pin_code,
  claimUrl: wire.claim_url,
  id: wire.id,
  name: wire.name,
  amount: wire.amount,
  expiresAt: wire.expires_at,
  isUsed: wire.is_used,
  isLocked: wire.is_locked,
});

export const Voucher = named(z.object(voucherFields).transform(toVoucher), "Voucher");
