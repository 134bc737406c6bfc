import { disableShopper, enableShopper } from "../../api/accounts/disable.ts";
import { CommandError, defineCommand } from "../command.ts";
import { getShopper } from "../find-shopper.ts";
import { withShop } from "../open-shop.ts";
import { count } from "../print.ts";

const disable = defineCommand({
  name: "shoppers disable",
  args: ["BRAND", "EMAIL"],
  about: "Disables a shopper's account: refuses logins and ends all sessions at once.",
  more: "Open orders continue, and nothing is deleted.",
  audited: "always",
  async run({ args: { BRAND, EMAIL } }) {
    const { email, ended } = await withShop(BRAND, async (shop) => {
      const user = await getShopper(shop, EMAIL);
      if (user.disabled_at !== null) throw new CommandError(`${user.email} is already disabled`);
      return { email: user.email, ended: await disableShopper(shop, user.id) };
    });
    console.log(`${email} is disabled; ${count(ended, "session")} ended.`);
  },
});

const enable = defineCommand({
  name: "shoppers enable",
  args: ["BRAND", "EMAIL"],
  about: "Enables a disabled account; the shopper has to log in again.",
  audited: "always",
  async run({ args: { BRAND, EMAIL } }) {
    const email = await withShop(BRAND, async (shop) => {
      const user = await getShopper(shop, EMAIL);
      if (user.disabled_at === null) throw new CommandError(`${user.email} is not disabled`);
      await enableShopper(shop, user.id);
      return user.email;
    });
    console.log(`${email} is enabled.`);
  },
});

export const commands = [disable, enable];
