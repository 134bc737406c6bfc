import { grantCoins } from "../../api/coins/grant-coins.ts";
import { takeCoins } from "../../api/coins/take-coins.ts";
import { getBalance } from "../../api/repositories/coins/coins.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { type Command, CommandError, defineCommand } from "../command/command.ts";
import { getShopper } from "../command/find-shopper.ts";
import { withShop } from "../command/open-shop.ts";
import { amount } from "../command/print.ts";
import { readCoins, REASON_OPTION } from "../command/read-value.ts";
import type { CommandName } from "../command/summaries.ts";

type User = Awaited<ReturnType<typeof getShopper>>;
type Change = { userId: string; amount: number; reason: string };
type Words = { name: CommandName; more: string; done: string };

/** A command that changes a shopper's balance; `change` @throws CommandError */
const changeCoins = (
  { done, ...words }: Words,
  change: (shop: Shop, user: User, asked: Change) => Promise<unknown>,
): Command =>
  defineCommand({
    ...words,
    args: ["BRAND", "EMAIL", "N"],
    options: { reason: REASON_OPTION },
    audited: "always",
    async run({ args: { BRAND, EMAIL, N }, options, terminal }) {
      const coins = readCoins(N, "N");
      const { reason } = options;
      const balance = await withShop(terminal, BRAND, async (shop) => {
        const user = await getShopper(shop, EMAIL);
        await change(shop, user, { userId: user.id, amount: coins, reason });
        return getBalance(shop.db.read, user.id);
      });
      terminal.print(`${amount(coins)} coins ${done}; the balance is ${amount(balance)}.`);
    },
  });

const grant = changeCoins(
  {
    name: "coins grant",
    more: "They lapse like all coins of the brand (coins.validDays in tenant.json).",
    done: "granted",
  },
  async (shop, user, asked) => {
    if (user.disabled_at !== null) throw new CommandError(`${user.email} is disabled; no coins are granted`);
    await grantCoins(shop, asked);
  },
);

const take = changeCoins(
  {
    name: "coins take",
    more: "It takes nothing from a shopper who has fewer.",
    done: "taken back",
  },
  async (shop, user, asked) => {
    if (!(await takeCoins(shop, asked)))
      throw new CommandError(`${user.email} has only ${amount(await getBalance(shop.db.read, user.id))} coins`);
  },
);

export const commands = [grant, take];
