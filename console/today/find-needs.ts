import type { TodayResponse } from "./today-response.ts";

/** A brand's open tasks: the number of orders, texts for the others, and their total number. */
export function findNeeds(today: TodayResponse) {
  const { selling_stop: stop, waiting, suppliers, money } = today;
  const comparison = money?.gateway.comparison;
  const { differences = 0, problem = null } = comparison ?? {};
  const others = [
    { count: stop === null ? 0 : 1, text: "selling has stopped" },
    { count: today.low_payments === null ? 0 : 1, text: "fewer payments succeed than usual" },
    { count: isBackupOld(today) ? 1 : 0, text: "the last backup is old" },
    ...suppliers.map((supplier) => ({
      count: 1,
      text: supplier.problem === null ? `${supplier.name} is low` : `${supplier.name} does not answer`,
    })),
    {
      count: waiting.disputes,
      text: `${waiting.disputes} ${waiting.disputes === 1 ? "dispute" : "disputes"} to answer`,
    },
    ...listSecond(waiting.second),
    { count: waiting.mail, text: `${waiting.mail} ${waiting.mail === 1 ? "mail does" : "mails do"} not leave` },
    { count: differences, text: `${differences} ${differences === 1 ? "difference" : "differences"} with the gateway` },
    { count: problem === null ? 0 : 1, text: "the comparison with the gateway stopped" },
  ].filter(({ count }) => count > 0);
  return {
    orders: waiting.orders,
    others: others.map(({ text }) => text),
    total: others.reduce((total, { count }) => total + count, waiting.orders),
  };
}

/** A backup is made daily; one that was never made by the command line may be made by other means. */
const BACKUP_AGED_MS = 2 * 24 * 60 * 60_000;

export const isBackupOld = ({ backup_at: at, now }: Pick<TodayResponse, "backup_at" | "now">) =>
  at !== null && now - at > BACKUP_AGED_MS;

/** Requests that wait for a second member, with their texts. */
export const listSecond = ({ money, coins, coupons }: TodayResponse["waiting"]["second"]) =>
  [
    { what: "money", count: money, one: "refund or payment", many: "refunds and payments" } as const,
    { what: "coins", count: coins, one: "grant of coins", many: "grants of coins" } as const,
    { what: "coupons", count: coupons, one: "set of coupons", many: "sets of coupons" } as const,
  ]
    .filter(({ count }) => count > 0)
    .map(({ what, count, one, many }) => ({
      what,
      count,
      text: count === 1 ? `1 ${one} waits for a second member` : `${count} ${many} wait for a second member`,
    }));
