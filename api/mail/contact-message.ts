import { composeLetter } from "./letter.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

/** What somebody wrote on the contact page; of a bulk enquiry also for whom, and how many cards. */
export type ContactMessage = {
  name: string;
  email: string;
  message: string;
  bulk?: { organization: string; quantity: number };
};

/** A message of the contact page to the brand, whose answer goes to its writer. */
export const contactMessageMail: MailMaker<ContactMessage> = async ({ tenant }, { contents }) => {
  const { name, email, message, bulk } = contents;
  const to = tenant.branding.email;
  if (to === undefined) return undefined;
  const enquiry = bulk && [paragraph(`Organisation: ${bulk.organization}\nNumber of cards: ${bulk.quantity}`)];
  return composeLetter(tenant, {
    to,
    replyTo: email,
    subject: `${bulk ? "Bulk enquiry" : "Message"} from ${name}`,
    parts: [paragraph(`${name} <${email}> wrote:`), ...(enquiry ?? []), paragraph(message)],
    reason: "Sent from the contact page of your shop. Your answer goes to its writer.",
  });
};
