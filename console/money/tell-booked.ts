import { formatCount } from "../jobs/labels.ts";
import { describeOutcome } from "./outcomes.ts";
import type { StatementLine } from "./upi-responses.ts";

/** The most lines that are listed one by one. */
const NAMED = 10;

type Line = Pick<StatementLine, "line" | "is_match" | "result">;

type Booked = { lines: Line[]; waiting: number; held: string[] };

/** Describes the booking of the rows that matched an order, and of debits that took a payment back. */
export function tellBooked({ held, ...booked }: Booked): string {
  if (held.length === 0) return describePaid(booked);
  const orders = held.length === 1 ? `Order ${held[0]} is held` : `Orders ${held.join(", ")} are held`;
  return `${describePaid(booked)} ${orders}, because the bank took the payment back.`;
}

function describePaid({ lines, waiting }: Omit<Booked, "held">): string {
  if (waiting > 0)
    return `${formatCount(waiting)} ${waiting === 1 ? "payment waits" : "payments wait"} for a second member, who has to approve them.`;
  const matched = lines.filter(({ is_match }) => is_match);
  const left = matched.filter(({ result }) => result === "matches").length;
  const paid = matched.filter(({ result }) => result === "paid" || result === "paid_late").length;
  const others = matched.filter(({ result }) => !["matches", "paid", "paid_late"].includes(result));
  const named = others.slice(0, NAMED).map(({ line, result }) => `line ${line} (${describeOutcome(result)})`);
  const rest = others.length > NAMED ? [`${others.length - NAMED} more`] : [];
  return [
    `${formatCount(paid)} ${paid === 1 ? "payment is" : "payments are"} booked.`,
    ...(others.length > 0 ? [`No order was paid by ${[...named, ...rest].join(", ")}.`] : []),
    ...(left > 0 ? [`${formatCount(left)} more match: import the file again to book them.`] : []),
  ].join(" ");
}
