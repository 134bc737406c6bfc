import { issueCoupons } from "../../api/coins/issue-coupons.ts";
import { defineCommand } from "../command/command.ts";
import { getShopper } from "../command/find-shopper.ts";
import { refuseWrongKey, withShop } from "../command/open-shop.ts";
import { amount, printJson, time } from "../command/print.ts";
import { readCoins, readCount, readDay } from "../command/read-value.ts";

const MAX_COUNT = 10_000;

const create = defineCommand({
  name: "coupons create",
  args: ["BRAND"],
  more: "Each code has 80 random bits. It can be redeemed once, by the first shopper to try or, with --user, by that shopper only.",
  options: {
    coins: { value: "N", isRequired: true, about: "the value of each" },
    count: { value: "K", about: `how many (1; at most ${MAX_COUNT})` },
    user: { value: "EMAIL", about: "only this shopper may redeem them" },
    expires: { value: "DATE", about: "the last day on which they can be redeemed, in India, such as 2027-03-31" },
    json: { about: "print the codes as JSON" },
  },
  audited: "always",
  async run({ args: { BRAND }, options, terminal }) {
    const coupons = {
      amount: readCoins(options.coins, "--coins"),
      count: options.count === undefined ? 1 : readCount(options.count, "--count", MAX_COUNT),
      redeemBy: options.expires === undefined ? undefined : readDay(options.expires, "--expires"),
    };
    const codes = await withShop(terminal, BRAND, async (shop) => {
      await refuseWrongKey(shop);
      const userId = options.user === undefined ? undefined : (await getShopper(shop, options.user)).id;
      return issueCoupons(shop, { ...coupons, userId });
    });
    if (!options.json) return terminal.print(codes.join("\n"));
    const expires = coupons.redeemBy === undefined ? null : time(coupons.redeemBy);
    printJson(
      terminal,
      codes.map((code) => ({ code, coins: amount(coupons.amount), expires_at: expires })),
    );
  },
});

export const commands = [create];
