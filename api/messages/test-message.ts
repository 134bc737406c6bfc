import type { Channel, MessageKind } from "../../config/brand/messages.ts";
import { seal } from "../domain/encryption.ts";
import { randomId } from "../domain/tokens.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { composeMessage } from "./compose-message.ts";
import { trySending } from "./deliver-messages.ts";
import { type MessageContents, messageOwner } from "./queue-message.ts";

/** A test message costs money and reaches a person, so a brand sends only so many in a day. */
export const MOST_TESTS_A_DAY = 20;

const SAMPLE: Required<MessageContents> = {
  name: "Asha",
  sender: "Ravi",
  order: "TEST",
  card: "Indigo Loom",
  date: "31 Dec 2026",
  link: "test",
  code: "000000",
  coins: "100",
  endsAt: "1798761600000",
  cards: "",
};

/** `phone`: ten digits. `language`: the code of the wanted template's language. */
type Test = { kind: MessageKind; channel: Channel; language: string; phone: string };

/** `unknown`: the provider may have sent it. `language` is that of the template. */
export type Tested = Awaited<ReturnType<typeof trySending>> & { provider: string; language: string };

/**
 * Sends one message with sample values at once, past the queue. It is stored nowhere, so a receipt for it is a stray one.
 * @returns "no template" without a provider or a template of this kind, "used up" after the tests of a day
 */
export async function sendTestMessage(
  shop: Shop,
  { kind, channel, language, phone }: Test,
): Promise<Tested | "no template" | "used up"> {
  const id = randomId();
  const sealed = seal(shop.keys, "mail", JSON.stringify(SAMPLE), messageOwner(shop, { id }));
  const message = composeMessage(shop, { id, kind, phone, language, sealed }, channel, id);
  const messenger = shop.messengers.get(channel);
  if (message === undefined || messenger === undefined) return "no template";
  const isLeft = await shop.db.transaction((tx) =>
    takeFromDay(tx, "test messages", MOST_TESTS_A_DAY, shop.clock.now()),
  );
  if (!isLeft) return "used up";
  const outcome = await trySending(shop, { channel }, message);
  return { ...outcome, provider: messenger.provider, language: message.language };
}
