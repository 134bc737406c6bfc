import { beginOfDay, formatDate, formatDateTime } from "../domain/days.ts";
import { formatPaise } from "../domain/pricing.ts";
import type { MorningFacts } from "../domain/staff/today.ts";
import { composeLetter } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

export type Morning = { to: string; facts: MorningFacts };

/** A member's summary of the day before and of the open tasks. */
export const morningMail: MailMaker<Morning> = async ({ tenant }, { contents: { to, facts } }) => {
  const compose = () => {
    const tasks = listTasks(facts);
    const count = tasks.length === 1 ? "1 task" : `${tasks.length === 0 ? "no" : tasks.length} tasks`;
    const parts = [
      ...describeSales(facts),
      tasks.length === 0
        ? "Nothing needs somebody."
        : ["Needs somebody:", ...tasks.map((task) => `- ${task}`)].join("\n"),
      describeStock(facts.stock),
      facts.backupAt === null
        ? "No backup was made with awning backup."
        : `The last backup began on ${formatDateTime(facts.backupAt)}.`,
    ];
    return composeLetter(tenant, {
      to,
      subject: `${shopName(tenant)}, ${formatDate(beginOfDay(facts.day))}: ${summarise(facts, count)}`,
      parts: parts.map(paragraph),
      reason: "Sent to members of the staff each morning. Switch it off under Your account in the console.",
    });
  };
  return { reader: "staff", compose };
};

const countOrders = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

const summarise = ({ sales }: MorningFacts, tasks: string) =>
  sales === null ? tasks : `${countOrders(sales.yesterday.orders)}, ${formatPaise(sales.yesterday.amount)}, ${tasks}`;

function describeSales({ sales }: MorningFacts): string[] {
  if (sales === null) return [];
  const describe = ({ orders, amount, coins }: typeof sales.yesterday) =>
    `${countOrders(orders)}, ${formatPaise(amount)} in cash and ${formatPaise(coins)} in coins`;
  return [`Yesterday: ${describe(sales.yesterday)}.\nThe same day of the week before: ${describe(sales.weekBefore)}.`];
}

/** One line for each kind of open task, in the words of Today. */
function listTasks({ waiting, lowPayments }: MorningFacts): string[] {
  const orders = [
    [waiting.held, "held for review"],
    [waiting.undelivered, "paid and not delivered yet"],
    [waiting.paid_late, "paid late"],
    [waiting.refunds, "waiting for a refund"],
    [waiting.supply, "waiting for a supplier"],
    [waiting.partly, "of the last 7 days delivered in part only"],
  ] as const;
  const others = [
    [waiting.disputes, "disputes to answer"],
    [waiting.second.money, "refunds and payments for a second member"],
    [waiting.second.coins, "grants of coins for a second member"],
    [waiting.second.coupons, "sets of coupons for a second member"],
    [waiting.mail, "mails that do not leave"],
  ] as const;
  return [
    ...(lowPayments === null
      ? []
      : [`${lowPayments.recent.paid} of ${lowPayments.recent.tried} attempts to pay in the last hour were paid`]),
    ...orders.filter(([count]) => count > 0).map(([count, state]) => `${countOrders(count)} ${state}`),
    ...others.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${count}`),
  ];
}

const describeStock = ({ low, products }: MorningFacts["stock"]) =>
  low === 0
    ? "There is stock of every card."
    : `${low} ${low === 1 ? "product is" : "products are"} low or sold out: ${products
        .map(({ name, stock }) => `${name} (${stock})`)
        .join(", ")}${low > products.length ? " and others" : ""}.`;
