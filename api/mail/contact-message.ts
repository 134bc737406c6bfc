import { composeLetter } from "./letter/letter.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

/** A message from the contact page. A bulk enquiry also names the organisation and the number of cards. */
export type ContactMessage = {
  name: string;
  email: string;
  message: string;
  bulk?: { organization: string; quantity: number };
};

/** Forwards a message from the contact page to the brand. Replies go to its author. */
export const contactMessageMail: MailMaker<ContactMessage> = async ({ tenant }, { contents }) => {
  const { name, email, message, bulk } = contents;
  const to = tenant.branding.email;
  if (to === undefined) return undefined;
  const enquiry = bulk && [paragraph(`Organisation: ${bulk.organization}\nNumber of cards: ${bulk.quantity}`)];
  const compose = () =>
    composeLetter(tenant, {
      to,
      replyTo: email,
      subject: `${bulk ? "Bulk enquiry" : "Message"} from ${name}`,
      parts: [paragraph(`${name} <${email}> wrote:`), ...(enquiry ?? []), paragraph(message)],
      reason: "Sent from the contact page of your shop. Your answer goes to its writer.",
    });
  return { reader: "staff", compose };
};
