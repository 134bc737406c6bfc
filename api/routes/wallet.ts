import { type Request, Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { isUnlocked } from "../accounts/confirm-device.ts";
import { ApiError, notFound } from "../base/error.ts";
import { formatPaise, toRupees } from "../domain/pricing.ts";
import { REMINDER_WAYS } from "../domain/wallet.ts";
import { AmountUpTo, parseBody, parseQuery, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { getUser, lockUser } from "../repositories/accounts/users.ts";
import { findWalletCard, listWallet, noteWalletCard, type WalletCard } from "../repositories/cards/wallet.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import type { Shop } from "../shop/shop.ts";
import { chooseWay, listWays, wayFor } from "../wallet/reminder-ways.ts";
import { lockedVoucherJson, voucherJson } from "./order-json.ts";

const CardId = Text(64);
const Query = z.object({ id: CardId });
const NoteBody = z.object({
  id: CardId,
  // Above every card, so that the answer names the amount of this one.
  amount_left: AmountUpTo(Number.MAX_SAFE_INTEGER).nullable().optional(),
  is_archived: z.boolean().optional(),
});
const WayBody = z.object({ by: z.enum(REMINDER_WAYS) });

/** The fields of a card for its owner, without its codes. */
const ownedJson = (card: WalletCard) => ({
  id: card.id,
  order_id: card.order_id,
  image_url: card.image_url,
  is_used: card.used_at !== null,
  is_archived: card.archived_at !== null,
  amount_left: card.amount_left === null ? null : toRupees(card.amount_left),
});

/**
 * GET /wallet/: the shopper's cards with covered codes, and how they are reminded. GET /wallet/card/: one card, with its codes on a
 * confirmed device only. PATCH /wallet/: a note about a card. PUT /wallet/reminders/: the way of reminders.
 */
export function createWalletRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.use(requireUser(shop));

  router.get("/", async (req, res) => {
    const cards = await listWallet(db.read, req.user.id, clock.now());
    const translate = await readSoldTexts(shop, cards);
    const listed = cards.map(translate).map((card) => ({ ...lockedVoucherJson(shop, card), ...ownedJson(card) }));
    res.json({ cards: listed.map(({ is_locked: _, ...card }) => card), reminders: await readReminders(shop, req) });
  });

  router.get("/card/", async (req, res) => {
    const { id } = parseQuery(Query, req);
    const card = await findWalletCard(db.read, req.user.id, id);
    if (card === undefined) throw notFound();
    const shown = (await readSoldTexts(shop, [card]))(card);
    const codes = (await isUnlocked(shop, req.user.sessionId))
      ? voucherJson(shop, shown)
      : lockedVoucherJson(shop, shown);
    res.json({ ...codes, ...ownedJson(shown) });
  });

  router.patch("/", async (req, res) => {
    const { id, amount_left, is_archived } = parseBody(NoteBody, req);
    await db.transaction(async (tx) => {
      const card = await findWalletCard(tx, req.user.id, id);
      if (card === undefined) throw notFound();
      if (amount_left != null) refuseMore(amount_left, card);
      const note = {
        ...(amount_left !== undefined && { amount_left }),
        ...(is_archived !== undefined && { archived_at: is_archived ? clock.now() : null }),
      };
      await noteWalletCard(tx, req.user.id, id, note, clock.now());
    });
    res.json({ id });
  });

  router.put("/reminders/", async (req, res) => {
    const { by } = parseBody(WayBody, req);
    await db.transaction(async (tx) => {
      await lockUser(tx, req.user.id);
      const user = await getUser(tx, req.user.id);
      if (!listWays(shop, user).includes(by)) throw new ApiError(400, t("api.noSuchReminder"));
      await chooseWay(tx, shop, user, by);
    });
    res.json({ by });
  });

  return router;
}

async function readReminders(shop: Shop, req: Request) {
  const user = await getUser(shop.db.read, req.user.id);
  return { by: wayFor(shop, user), ways: listWays(shop, user) };
}

function refuseMore(amountLeft: number, { face_value }: WalletCard) {
  const most = face_value ?? 0;
  if (amountLeft <= most) return;
  const text = t("api.leftAbove", { most: formatPaise(most) });
  throw new ApiError(400, text, { amount_left: text });
}
