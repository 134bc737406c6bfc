import { pipeline } from "node:stream/promises";

import { disableShopper, enableShopper, endSessionsOf } from "../../api/accounts/disable.ts";
import { eraseShopper } from "../../api/accounts/erase-shopper.ts";
import { exportShopper } from "../../api/accounts/export-shopper.ts";
import { ApiError } from "../../api/base/error.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { getShopper } from "../command/find-shopper.ts";
import { withShop } from "../command/open-shop.ts";
import { amount, count } from "../command/print.ts";
import { REASON_OPTION } from "../command/read-value.ts";

const disable = defineCommand({
  name: "shoppers disable",
  args: ["BRAND", "EMAIL"],
  more: "Open orders continue, and nothing is deleted.",
  options: { reason: REASON_OPTION },
  audited: "always",
  async run({ args: { BRAND, EMAIL }, terminal }) {
    const { email, ended } = await withShop(terminal, BRAND, async (shop) => {
      const user = await getShopper(shop, EMAIL);
      if (user.disabled_at !== null) throw new CommandError(`${user.email} is already disabled`);
      return { email: user.email, ended: await disableShopper(shop, user.id) };
    });
    terminal.print(`${email} is disabled; ${count(ended, "session")} ended.`);
  },
});

const enable = defineCommand({
  name: "shoppers enable",
  args: ["BRAND", "EMAIL"],
  options: { reason: REASON_OPTION },
  audited: "always",
  async run({ args: { BRAND, EMAIL }, terminal }) {
    const email = await withShop(terminal, BRAND, async (shop) => {
      const user = await getShopper(shop, EMAIL);
      if (user.erased_at !== null) throw new CommandError(`${user.email} was erased`);
      if (user.disabled_at === null) throw new CommandError(`${user.email} is not disabled`);
      await enableShopper(shop, user.id);
      return user.email;
    });
    terminal.print(`${email} is enabled.`);
  },
});

const signOut = defineCommand({
  name: "shoppers sign-out",
  args: ["BRAND", "EMAIL"],
  options: { reason: REASON_OPTION },
  audited: "always",
  async run({ args: { BRAND, EMAIL }, terminal }) {
    const ended = await withShop(terminal, BRAND, async (shop) =>
      endSessionsOf(shop, (await getShopper(shop, EMAIL)).id),
    );
    terminal.print(`${count(ended, "session")} ended.`);
  },
});

const exportData = defineCommand({
  name: "shoppers export",
  args: ["BRAND", "EMAIL"],
  more: "Cash in paise, coins in hundredths, times in ms.",
  options: { reason: REASON_OPTION },
  audited: "always",
  async run({ args: { BRAND, EMAIL }, terminal }) {
    await withShop(terminal, BRAND, async (shop) => {
      const { id } = await getShopper(shop, EMAIL);
      await pipeline(exportShopper(shop, id), terminal.stdout, { end: false });
    });
    terminal.print();
  },
});

const erase = defineCommand({
  name: "shoppers erase",
  args: ["BRAND", "EMAIL"],
  more: "It is refused while an order, a refund or a gift is open. Coins that are left are lost.",
  options: {
    confirm: { value: "EMAIL", isRequired: true, about: "the shopper's e-mail address again" },
    reason: REASON_OPTION,
  },
  audited: "always",
  async run({ args: { BRAND, EMAIL }, options, terminal }) {
    const coins = await withShop(terminal, BRAND, async (shop) => {
      const { id: userId } = await getShopper(shop, EMAIL);
      return eraseShopper(shop, { userId, email: options.confirm }).catch((error: unknown) => {
        throw error instanceof ApiError ? new CommandError(error.detail) : error;
      });
    });
    terminal.print(`The person is erased; ${amount(coins)} coins were taken back.`);
  },
});

export const commands = [disable, enable, signOut, exportData, erase];
