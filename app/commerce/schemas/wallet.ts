import { z } from "zod";

import { mainListOf, MAX_ITEMS } from "./lists.ts";
import { flag, id, maybeId, maybeMoney, maybeText } from "./values.ts";
import { toVoucher, voucherFields } from "./vouchers.ts";
import { described, mayOmit, named } from "./wire.ts";

const fields = {
  ...voucherFields,
  id,
  order_id: mayOmit(maybeId),
  image_url: mayOmit(maybeText),
  is_used: mayOmit(flag.catch(false)),
  is_archived: mayOmit(flag.catch(false)),
  amount_left: described(mayOmit(maybeMoney), "The rest on the card, as the shopper has noted it; null for no note."),
};

const toCard = (wire: z.output<z.ZodObject<typeof fields>>) => ({
  ...toVoucher(wire),
  id: wire.id,
  orderId: wire.order_id,
  imageUrl: wire.image_url,
  isUsed: wire.is_used,
  isArchived: wire.is_archived,
  amountLeft: wire.amount_left,
});

/** A card in the list, of which the codes are covered. */
const listedCard = z
  .object({ ...fields, card_number: described(fields.card_number, "Covered but for its end, such as `•••• 5678`.") })
  .transform(toCard);

export const WalletCardSchema = z
  .object({
    ...fields,
    code_format: described(
      mayOmit(z.enum(["code128", "qr"]).nullable().catch(null)),
      "How the till reads the number. Without it the storefront chooses (docs/wallet.md).",
    ),
  })
  .transform((wire) => ({ ...toCard(wire), codeFormat: wire.code_format ?? null }));

const way = z.enum(["mail", "whatsapp", "sms", "none"]);

export const WalletSchema = z
  .object({
    cards: mainListOf(named(listedCard, "WalletCard"), MAX_ITEMS),
    reminders: described(
      mayOmit(
        z
          .object({
            by: described(way, "The way that is in use."),
            ways: described(z.array(way), "The ways that the shopper may choose."),
          })
          .nullable()
          .catch(null),
      ),
      "How the shopper is reminded 30 and 7 days before a card expires; null for a host that reminds nobody.",
    ),
  })
  .transform(({ cards, reminders }) => ({ cards, reminders: reminders ?? null }));
