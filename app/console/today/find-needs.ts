import type { TodayAnswer } from "./today-answer.ts";

/** What needs somebody in a brand: how many orders, what else in words, and how much that is together. */
export function findNeeds({ waiting, suppliers, money }: TodayAnswer) {
  const comparison = money?.gateway.comparison;
  const { differences = 0, problem = null } = comparison ?? {};
  const others = [
    ...suppliers.map((supplier) => ({
      count: 1,
      text: supplier.problem === null ? `${supplier.name} is low` : `${supplier.name} does not answer`,
    })),
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
