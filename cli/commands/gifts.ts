import { ApiError } from "../../api/base/error.ts";
import { type NewRecipient, sendGiftAgain } from "../../api/gifts/send-gift.ts";
import { Email } from "../../api/http/person.ts";
import { listGiftsOfOrders } from "../../api/repositories/gifts/gifts.ts";
import { MOBILE_DIGITS, readPhone } from "../../config/typed/phone.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { getOneOrder } from "./orders.ts";

const resend = defineCommand({
  name: "gifts resend",
  args: ["BRAND", "ORDER", "RECIPIENT"],
  more: `
RECIPIENT is the address or the mobile number of the gift, and --to another one of either kind. A corrected address closes the links that went to the old one; it is refused once the gift was opened. A gift whose day is
to come waits for it. An order with several gifts to one address sends each of them. The limits on gift mails of a day
apply.`,
  options: { to: { value: "EMAIL|NUMBER", about: "the right address or mobile number" } },
  audited: "always",
  async run({ args: { BRAND, ORDER, RECIPIENT }, options, terminal }) {
    const to = options.to === undefined ? undefined : readRecipient(options.to);
    const isWanted = matcherOf(RECIPIENT);
    const sent = await withShop(terminal, BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      const gifts = await listGiftsOfOrders(shop.db.read, [order.id]);
      const wanted = gifts.filter(isWanted);
      if (wanted.length === 0) throw new CommandError(`order ${ORDER} has no gift for ${RECIPIENT}`);
      for (const { order_item_id: id, user_id } of wanted) {
        await sendGiftAgain(shop, user_id, { id, to, mayRedirect: true }).catch((error: unknown) => {
          throw error instanceof ApiError ? new CommandError(error.message) : error;
        });
      }
      return wanted.length;
    });
    terminal.print(`${sent === 1 ? "The gift goes" : `${sent} gifts go`} to ${options.to ?? RECIPIENT}.`);
  },
});

/** The new address takes the place of a number, because gifts go to numbers first. */
function readRecipient(text: string): NewRecipient {
  const phone = readMobile(text);
  if (phone !== null) return { phone };
  const { success, data } = Email.safeParse(text);
  if (!success) throw new UsageError(`--to is neither an e-mail address nor a mobile number`);
  return { email: data, phone: null };
}

function readMobile(text: string): string | null {
  const phone = readPhone(text);
  return phone !== null && MOBILE_DIGITS.test(phone) ? phone : null;
}

type Recipient = { recipient_email: string; recipient_phone: string | null };

function matcherOf(text: string) {
  const phone = readMobile(text);
  return ({ recipient_email, recipient_phone }: Recipient) =>
    phone === null ? recipient_email.toLowerCase() === text.toLowerCase() : recipient_phone === phone;
}

export const commands = [resend];
