import { href } from "react-router";
import { z } from "zod";

import { withWayBack } from "./steps-link.ts";

export const StepsSchema = z.object({
  look: z.boolean(),
  has_draft: z.boolean(),
  has_product: z.boolean(),
  has_stock: z.boolean(),
  gateway: z.string().nullable(),
  is_public: z.boolean(),
  has_legal_details: z.boolean(),
  mail: z.enum(["mailbox", "server", "files"]),
  has_order: z.boolean(),
});

export type Step = { title: string; about: string; isDone: boolean; to: string | null; link: string };

const MAIL = {
  mailbox: "Mail stays on this machine, where you can read it.",
  server: "Mail leaves by the deployment's mail server.",
  files: "There is no mail server: mail stays as files in DATA_DIR. Set SMTP_URL before the shop sells.",
};

type Shop = { origin: string | null; answers: boolean };

/** The steps that remain before a brand's first order, in the recommended order. */
export function listSteps(brand: string, state: z.output<typeof StepsSchema>, { origin, answers }: Shop): Step[] {
  const { look, has_product: hasProduct, has_stock: hasStock, gateway, is_public: isPublic, mail } = state;
  const section = (name: string) => withWayBack(href("/brands/:brand/brand/:section", { brand, section: name }));
  return [
    {
      title: "Look and logo",
      about: look
        ? "The shop has a logo, a banner or colours of your own."
        : "A logo, a banner and colours were drawn from the name. Put your own in their place.",
      isDone: look,
      to: section("look"),
      link: "Change the look",
    },
    {
      title: "First product",
      about: hasProduct ? "The shop has products." : "The shop sells nothing yet.",
      isDone: hasProduct,
      to: withWayBack(href("/brands/:brand/new-product", { brand })),
      link: "Add a product",
    },
    {
      title: "Stock",
      about: hasStock ? "Cards are in stock." : "There is no card to deliver yet.",
      isDone: hasStock,
      to: withWayBack(href("/brands/:brand/stock/import", { brand })),
      link: "Add codes",
    },
    {
      title: "Payments",
      about:
        gateway !== null
          ? `Shoppers pay by ${gateway}.`
          : isPublic
            ? "There is no gateway yet: choose one, and try its credentials."
            : "The sandbox answers on this machine: the shopper decides whether a payment succeeds, and no money moves.",
      isDone: gateway !== null || !isPublic,
      to: withWayBack(href("/brands/:brand/brand/payments", { brand })),
      link: "Choose how shoppers pay",
    },
    {
      title: "Legal details",
      about: "The company, a postal address and a grievance officer, for the contact page and receipts.",
      isDone: state.has_legal_details,
      to: section("legal"),
      link: "Enter them",
    },
    {
      title: "Mail",
      about: MAIL[mail],
      isDone: mail !== "files",
      to: mail === "mailbox" && origin !== null ? `${origin}/sandbox/outbox` : null,
      link: "Read the mail",
    },
    {
      title: "Hostname",
      about: answers
        ? `The shop answers at ${origin}.`
        : `Nothing answers at ${origin ?? "its hostname"} yet: point its DNS name at this deployment, with TLS.`,
      isDone: answers,
      to: null,
      link: "",
    },
    {
      title: "First order",
      about: "Buy a card in the shop yourself, and look at the order here.",
      isDone: state.has_order,
      to: origin,
      link: "Go to the shop",
    },
  ];
}
