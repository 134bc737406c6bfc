import { ApiError } from "../../api/base/error.ts";
import { sendGiftAgain } from "../../api/gifts/send-gift.ts";
import { Email } from "../../api/http/person.ts";
import { listGiftsOfOrders } from "../../api/repositories/gifts/gifts.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { getOneOrder } from "./orders.ts";

const resend = defineCommand({
  name: "gifts resend",
  args: ["BRAND", "ORDER", "RECIPIENT"],
  more: `
A corrected address closes the links that went to the old one; it is refused once the gift was opened. A gift whose day is
to come waits for it. An order with several gifts to one address sends each of them. The limits on gift mails of a day
apply.`,
  options: { to: { value: "EMAIL", about: "the right address" } },
  audited: "always",
  async run({ args: { BRAND, ORDER, RECIPIENT }, options, terminal }) {
    const to = options.to === undefined ? undefined : readEmail(options.to);
    const sent = await withShop(terminal, BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      const gifts = await listGiftsOfOrders(shop.db.read, [order.id]);
      const wanted = gifts.filter(({ recipient_email }) => recipient_email.toLowerCase() === RECIPIENT.toLowerCase());
      if (wanted.length === 0) throw new CommandError(`order ${ORDER} has no gift for ${RECIPIENT}`);
      for (const { order_item_id: id, user_id } of wanted) {
        await sendGiftAgain(shop, user_id, { id, email: to, mayRedirect: true }).catch((error: unknown) => {
          throw error instanceof ApiError ? new CommandError(error.message) : error;
        });
      }
      return wanted.length;
    });
    terminal.print(`${sent === 1 ? "The gift goes" : `${sent} gifts go`} to ${to ?? RECIPIENT}.`);
  },
});

function readEmail(text: string): string {
  const { success, data } = Email.safeParse(text);
  if (!success) throw new UsageError(`--to is not an e-mail address`);
  return data;
}

export const commands = [resend];
