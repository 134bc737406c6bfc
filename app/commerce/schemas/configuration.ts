import { z } from "zod";

import { MAX_TEXT } from "./values.ts";
import { mayOmit, sentAs } from "./wire.ts";

/** GET /configurator/: only non-empty strings count, so that tenant.json can fill the gaps. */
const configured = mayOmit(
  sentAs(z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined), z.string().min(1)),
);
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
    primary_color: configured,
    secondary_color: configured,
    button_color: configured,
    button_text_color: configured,
    header_text_color: configured,
    footer_text_color: configured,
    normal_text_color: configured,
    about_us: z.object({ title: configured, content: configured }).optional().catch(undefined),
  })
  .transform(
    ({ organization_name, product_name, logo_url, email, address, website_url, websiteUrl, about_us, ...colours }) => ({
      organizationName: organization_name,
      productName: product_name,
      logoUrl: logo_url,
      email,
      address,
      websiteUrl: website_url ?? websiteUrl,
      aboutUs: about_us,
      colours,
    }),
  );
