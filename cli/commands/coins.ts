import { grantCoins } from "../../api/coins/grant-coins.ts";
import { takeCoins } from "../../api/coins/take-coins.ts";
import { getBalance } from "../../api/repositories/coins.ts";
import { CommandError, defineCommand, UsageError } from "../command.ts";
import { getShopper } from "../find-shopper.ts";
import { withShop } from "../open-shop.ts";
import { amount } from "../print.ts";
import { readCoins } from "../read-value.ts";

const MAX_REASON = 200;
const REASON = { value: "TEXT", isRequired: true, about: `one line of at most ${MAX_REASON} characters` } as const;

const grant = defineCommand({
  name: "coins grant",
  args: ["BRAND", "EMAIL", "N"],
  about: "Credits a shopper with N coins, for a reason that the ledger stores.",
  more: "They lapse like all coins of the brand (coins.validDays in tenant.json).",
  options: { reason: REASON },
  audited: "always",
  async run({ args: { BRAND, EMAIL, N }, options }) {
    const coins = readCoins(N, "N");
    const reason = readReason(options.reason);
    const balance = await withShop(BRAND, async (shop) => {
      const user = await getShopper(shop, EMAIL);
      if (user.disabled_at !== null) throw new CommandError(`${user.email} is disabled; no coins are granted`);
      await grantCoins(shop, { userId: user.id, amount: coins, reason });
      return getBalance(shop.db.read, user.id);
    });
    console.log(`${amount(coins)} coins granted; the balance is ${amount(balance)}.`);
  },
});

const take = defineCommand({
  name: "coins take",
  args: ["BRAND", "EMAIL", "N"],
  about: "Takes N coins back from a shopper, for a reason that the ledger stores.",
  more: "It takes nothing from a shopper who has fewer.",
  options: { reason: REASON },
  audited: "always",
  async run({ args: { BRAND, EMAIL, N }, options }) {
    const coins = readCoins(N, "N");
    const reason = readReason(options.reason);
    const balance = await withShop(BRAND, async (shop) => {
      const { id, email } = await getShopper(shop, EMAIL);
      if (!(await takeCoins(shop, { userId: id, amount: coins, reason })))
        throw new CommandError(`${email} has only ${amount(await getBalance(shop.db.read, id))} coins`);
      return getBalance(shop.db.read, id);
    });
    console.log(`${amount(coins)} coins taken back; the balance is ${amount(balance)}.`);
  },
});

function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === "") throw new UsageError("--reason is empty");
  if (reason.length > MAX_REASON || /\p{Cc}/u.test(reason) || !reason.isWellFormed()) {
    throw new UsageError(`--reason must be one line of at most ${MAX_REASON} characters`);
  }
  return reason;
}

export const commands = [grant, take];
