import { ApiError } from "../../api/base/error.ts";
import { sendVouchersAgain } from "../../api/orders/send-vouchers-again.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { getOneOrder } from "./orders.ts";

const resend = defineCommand({
  name: "vouchers resend",
  args: ["BRAND", "ORDER"],
  more: `
It goes to the shopper's delivery address, as it is today, within seconds. Codes are never printed. Gifts are sent again
with awning gifts resend.`,
  audited: "always",
  async run({ args: { BRAND, ORDER }, terminal }) {
    await withShop(terminal, BRAND, async (shop) => {
      const { id } = await getOneOrder(shop.db.read, ORDER);
      await sendVouchersAgain(shop, id).catch((error: unknown) => {
        throw error instanceof ApiError ? new CommandError(error.message) : error;
      });
    });
    terminal.print(`The mail with the vouchers of order ${ORDER} is sent again.`);
  },
});

export const commands = [resend];
