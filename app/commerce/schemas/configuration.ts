import { z } from "zod";

import { readColour } from "../../../config/typed/culori.ts";
import { hasValue, readAboutUs } from "./about-us.ts";
import { anything, MAX_TEXT } from "./values.ts";
import { described, mayOmit, sentAs } from "./wire.ts";

/** GET /configurator/: only non-empty strings count, so that tenant.json can fill the gaps. */
const text = z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined);
const configured = mayOmit(sentAs(text, z.string().min(1)));
const colour = described(configured, "As CSS writes it, such as #5bd318, Navy or rgb(0 0 128); not transparent.");
const titled = z.object({ title: z.string().min(1).nullish(), content: z.string().min(1).nullish() });
const aboutUs = described(
  mayOmit(sentAs(anything, titled)),
  "`title` and `content`. Every other shape is read too: its texts are the paragraphs.",
);

const COLOURS = [
  "primary_color",
  "secondary_color",
  "button_color",
  "button_text_color",
  "header_text_color",
  "footer_text_color",
  "normal_text_color",
] as const;

/** Colours become `#rrggbb`. `unread`: fields with an unreadable value. */
export const ConfigurationSchema = z
  .object({
    organization_name: configured,
    product_name: configured,
    logo_url: configured,
    // It goes into a mailto: link, where other text could add recipients and a body.
    email: z.email().max(254).optional().catch(undefined),
    address: configured,
    website_url: configured,
    websiteUrl: configured,
    primary_color: colour,
    secondary_color: colour,
    button_color: colour,
    button_text_color: colour,
    header_text_color: colour,
    footer_text_color: colour,
    normal_text_color: colour,
    about_us: aboutUs,
  })
  .transform((wire) => {
    const colours = COLOURS.map((name) => [name, readColour(wire[name] ?? "") ?? undefined] as const);
    const about = readAboutUs(wire.about_us);
    const unread: string[] = colours.filter(([name, colour]) => wire[name] && !colour).map(([name]) => name);
    if (about === undefined && hasValue(wire.about_us)) unread.push("about_us");
    return {
      organizationName: wire.organization_name,
      productName: wire.product_name,
      logoUrl: wire.logo_url,
      email: wire.email,
      address: wire.address,
      websiteUrl: wire.website_url ?? wire.websiteUrl,
      aboutUs: about,
      colours: Object.fromEntries(colours) as Record<(typeof COLOURS)[number], string | undefined>,
      unread,
    };
  });
