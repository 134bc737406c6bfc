import { sellAgain } from "../../api/payments/stop-selling.ts";
import { findOpenStop, listStops, type Mismatch } from "../../api/repositories/payments/selling-stops.ts";
import { commandLine } from "../../api/staff/audit-trail.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { amount, JSON_OPTION, printList, time } from "../command/print.ts";

const LISTED = 100;

const stops = defineCommand({
  name: "selling stops",
  args: ["BRAND"],
  more: `
A brand stops selling by itself when payments of two shoppers differ from what the gateway was asked for. Paid orders are delivered
all the same. awning selling resume ends the stop.`,
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const found = await withShop(terminal, BRAND, ({ db }) => listStops(db.read, LISTED));
    const rows = found.map(({ kind, evidence, started_at, ended_at, ended_by }) => ({
      since: time(started_at),
      until: ended_at === null ? null : time(ended_at),
      ended_by,
      kind,
      payments: evidence.map(describe).join("; "),
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: `Brand ${BRAND} has never stopped selling.` });
  },
});

const describe = ({ order_number, asked, amount: received, currency }: Mismatch) =>
  `${order_number}: ${amount(asked)} asked for, ${currency === "INR" ? amount(received) : `${received} ${currency}`} received`;

const resume = defineCommand({
  name: "selling resume",
  args: ["BRAND"],
  more: "Look at awning selling stops first, and correct the gateway's settings. Payments count anew from now on.",
  audited: "always",
  async run({ args: { BRAND }, terminal }) {
    await withShop(terminal, BRAND, async (shop) => {
      const stop = await findOpenStop(shop.db.read);
      if (stop === undefined) throw new CommandError(`brand ${BRAND} has not stopped selling`);
      await sellAgain(shop, stop.id, commandLine().name);
    });
    terminal.print(`Brand ${BRAND} sells again.`);
  },
});

export const commands = [stops, resume];
