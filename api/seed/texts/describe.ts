import type { Random } from "../../domain/random.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { ENGLISH } from "./english.ts";
import type { Templates } from "./templates.ts";

type Texts = { details: string; termsAndConditions: string; howToUse: string };

/** The positions of the templates that a product has. */
export type Choice = { details: number; terms: number[] };

/** Chooses a product's templates, which are the same in all languages. */
export const chooseTemplates = (random: Random): Choice => ({
  details: random.whole(0, ENGLISH.details.length - 1),
  terms: [...ENGLISH.terms.keys()].filter(() => random.next() < 0.5),
});

type Told = Pick<Merchant, "name" | "pitch" | "channel"> & { validityDays: number };

/** Writes the texts on a merchant's product page. `validityDays` counts from the day of issue. */
export function describe({ name, pitch, channel, validityDays }: Told, choice: Choice, templates: Templates): Texts {
  const write = (template: string) =>
    template
      .replaceAll("NAME", escapeHtml(name))
      .replaceAll("WHERE", templates.where[channel])
      .replaceAll("MONTHS", String(Math.round(validityDays / 30)));
  const terms = [
    ...templates.firstTerms[channel],
    ...choice.terms.map((at) => templates.terms[at]!),
    ...templates.lastTerms,
  ];
  return {
    details: [`<p>${pitch}</p>`, write(templates.details[choice.details]!), write(templates.validity)].join("\n"),
    termsAndConditions: `<ol>\n${terms.map((term) => `  <li>${write(term)}</li>`).join("\n")}\n</ol>`,
    howToUse: `<ol>${templates.steps[channel].map((step) => `<li>${write(step)}</li>`).join("")}</ol>`,
  };
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&rsquo;");
