import { hasChannel } from "../../config/brand/channels.ts";
import { t } from "../../config/language/t.ts";
import { isUniqueViolation, type Writer } from "../db/database.ts";
import { markPhoneCodePassed, usePhoneCode } from "../repositories/accounts/phone-codes.ts";
import { createPhoneUser, getUser, lockUserByPhone, releasePhone, type User } from "../repositories/accounts/users.ts";
import { endConsents, giveConsent } from "../repositories/messages/consents.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPhoneCode, type CodeFault } from "./check-phone-code.ts";
import { type Browser, recogniseDevice, type SeenAs } from "./devices.ts";
import { isDormant } from "./dormant.ts";
import { type LoggedIn, openSession } from "./open-session.ts";
import { noteNetwork } from "./phone-networks.ts";

type PhoneLogin = {
  transaction: string;
  code: string;
  browser: Browser;
  /** The network of the request. */
  net: string;
  chosenLanguage?: string;
  /** The answer about an account of long ago: it is the shopper's own, or they start a new one. */
  choice?: "mine" | "new";
  /** The shopper agreed to messages by WhatsApp. */
  wantsWhatsApp: boolean;
};

type Outcome = (LoggedIn & { isNew: boolean }) | CodeFault | "dormant" | "denied";

/**
 * Opens a session with a code that was sent to a phone. The account with this verified number is used; without one, an account is
 * made, and its first device is confirmed. An account that nobody has used for long opens on an unknown browser only after
 * the shopper's choice, because the network may have given its number to somebody else.
 */
export async function logInByPhone(shop: Shop, login: PhoneLogin): Promise<Outcome> {
  const attempt = () => shop.db.transaction((tx) => logInInside(tx, shop, login));
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt(); // another account got the number at the same time
    throw error;
  });
}

async function logInInside(tx: Writer, shop: Shop, login: PhoneLogin): Promise<Outcome> {
  const { limits } = shop;
  const now = shop.clock.now();
  const { transaction, code, browser, chosenLanguage, choice } = login;
  const sent = await checkPhoneCode(tx, shop, { transaction, code, userId: null, mayBePassed: choice !== undefined });
  if (typeof sent === "string") return sent;
  const found = await findOwner(tx, shop, sent.phone, { browser, choice });
  if (found === "dormant") {
    await markPhoneCodePassed(tx, sent.id, now);
    return found;
  }
  await usePhoneCode(tx, sent, now);
  if (found !== undefined && found.user.disabled_at !== null) return "denied";
  const { user, seenAs } = found ?? { user: await createAccount(tx, shop, sent.phone), seenAs: "confirmed" as const };
  if (login.wantsWhatsApp) await keepConsent(tx, shop, user.id, sent.phone);
  if (seenAs !== "claimed") await noteNetwork(tx, shop, user.id, login.net);
  const lastsMs = seenAs === "claimed" ? limits.dormantSessionMs : limits.sessionMs;
  const manner = { seenAs, isByPhone: true };
  const opened = await openSession(tx, shop, { user, browser, chosenLanguage, lastsMs, manner });
  return { ...opened, isNew: found === undefined };
}

type Found = { user: User; seenAs: SeenAs };

/** The account with this verified number, locked; undefined if there is none, or the shopper starts a new one. */
async function findOwner(
  tx: Writer,
  shop: Shop,
  phone: string,
  { browser, choice }: Pick<PhoneLogin, "browser" | "choice">,
): Promise<Found | "dormant" | undefined> {
  const user = await lockUserByPhone(tx, phone);
  if (user === undefined) return undefined;
  const isKnown = (await recogniseDevice(tx, browser.token, user.id)) !== undefined;
  if (isKnown || !(await isDormant(tx, shop, user))) return { user, seenAs: "seen" };
  if (choice === undefined) return "dormant";
  if (choice === "mine") return { user, seenAs: "claimed" };
  await releasePhone(tx, user.id, phone);
  return undefined;
}

/** The consents of former owners of the number end here: they were not the shopper's word. */
async function createAccount(tx: Writer, { clock }: Shop, phone: string) {
  const now = clock.now();
  await endConsents(tx, phone, now);
  return getUser(tx, await createPhoneUser(tx, { phone, now }));
}

async function keepConsent(tx: Writer, { tenant, clock }: Shop, userId: string, phone: string) {
  if (!hasChannel(tenant, "whatsapp")) return;
  const said = { phone, channel: "whatsapp", user_id: userId, source: "sign-in" } as const;
  await giveConsent(tx, { ...said, text: t("account.whatsAppConsent"), now: clock.now() });
}
