import type { Channel } from "../../config/brand/messages.ts";
import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { Reader } from "../db/database.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import { findNewestConsent, giveConsent, withdrawConsent } from "../repositories/messages/consents.ts";
import type { Shop } from "../shop/shop.ts";
import { channelsFor } from "./templates.ts";
import { allows } from "./usable-channels.ts";

/** `isStopped`: the owner of the number answered STOP to a message, and nothing since. */
type OwnConsent = { channel: Channel; isOn: boolean; isStopped: boolean };
type Owner = Pick<SignedInUser, "id" | "verifiedPhone">;

/** The channels on which messages about orders go to a shopper's confirmed phone, or may go. Without such a phone there are none. */
export async function listOwnConsents(db: Reader, { tenant }: Shop, { verifiedPhone }: Owner): Promise<OwnConsent[]> {
  if (verifiedPhone === null) return [];
  const consents: OwnConsent[] = [];
  for (const channel of channelsFor(tenant, "vouchers")) {
    const said = await findNewestConsent(db, verifiedPhone, channel);
    const isOn = allows(channel, said?.word ?? "none");
    consents.push({ channel, isOn, isStopped: said?.word === "withdrawn" && said.source === "reply" });
  }
  return consents;
}

/**
 * Records that a shopper wants messages about orders on a channel, or no more of them, with the sentence on the button. A repeated
 * wish is recorded once.
 * @throws ApiError 409 without a confirmed phone, 404 for a channel that the brand does not have
 */
export async function changeOwnConsent(
  shop: Shop,
  user: Owner,
  { channel, isOn }: { channel: Channel; isOn: boolean },
) {
  const phone = user.verifiedPhone;
  if (phone === null) throw new ApiError(409, t("api.confirmPhoneFirst"));
  await shop.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const present = (await listOwnConsents(tx, shop, user)).find((consent) => consent.channel === channel);
    if (present === undefined) throw new ApiError(404, t("api.notFound"));
    if (present.isOn === isOn) return;
    const text = isOn ? consentText(channel) : withdrawalText(channel);
    const said = { phone, channel, user_id: user.id, source: "profile", text, now: shop.clock.now() } as const;
    await (isOn ? giveConsent(tx, said) : withdrawConsent(tx, said));
  });
}

const consentText = (channel: Channel) =>
  channel === "whatsapp" ? t("account.whatsAppConsent") : t("account.smsConsent");
const withdrawalText = (channel: Channel) =>
  channel === "whatsapp" ? t("account.whatsAppStop") : t("account.smsStop");
