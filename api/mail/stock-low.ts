import { composeLetter } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

export type StockLow = { to: string; name: string; free: number; below: number };

/** Notifies an address of the brand when the stock of a card sinks below its limit. */
export const stockLowMail: MailMaker<StockLow> = async ({ tenant }, { contents: { to, name, free, below } }) => {
  const state = free === 0 ? "is out of stock" : free === 1 ? "has one card left" : `has ${free} cards left`;
  const compose = () =>
    composeLetter(tenant, {
      to,
      subject: `${name} ${state} at ${shopName(tenant)}`,
      parts: [
        paragraph(`${name} ${state}. You asked for a mail below ${below}.`),
        paragraph(
          "You will get the next mail after the stock has been back at that number and has fallen below it again.",
        ),
      ],
      reason: "Your address is in the stock alerts of the console.",
    });
  return { reader: "staff", compose };
};
