import { formatPaise } from "../domain/pricing.ts";
import type { Mismatch } from "../repositories/payments/selling-stops.ts";
import { composeLetter } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

export type SellingStopped = { to: string; evidence: Mismatch[] };

/** Notifies an owner that the brand takes no new orders, with the reason. */
export const sellingStoppedMail: MailMaker<SellingStopped> = async ({ tenant }, { contents: { to, evidence } }) => {
  const compose = () =>
    composeLetter(tenant, {
      to,
      subject: `${shopName(tenant)} has stopped selling`,
      parts: [
        paragraph("Payments of two shoppers differ from what the gateway was asked for. The shop takes no new orders."),
        paragraph(evidence.map(describe).join("\n")),
        paragraph(
          "Paid orders are delivered, and these payments go back. Look for a fee or an offer in the gateway's dashboard. Once it is " +
            'off, open Today in the console and press "Sell again".',
        ),
      ],
      reason: "Sent to the shop and its owners.",
    });
  return { reader: "staff", compose };
};

const describe = ({ order_number, asked, amount, currency }: Mismatch) =>
  `${order_number}: ${formatPaise(asked)} asked for, ${
    currency === "INR" ? formatPaise(amount) : `${amount} of the smallest unit of ${currency}`
  } received`;
