import { z } from "zod";

import { TenantSchema } from "../../../config/brand/schema.ts";
import { inLanguage, languageAmong } from "../../../config/language/current.ts";
import { makeSampleMail, SAMPLE_MAILS } from "../../brand/sample-mails.ts";
import { parseBody } from "../../http/parse.ts";
import type { BrandRoute } from "../brand-route.ts";

const MailBody = z.object({
  mail: z.enum(SAMPLE_MAILS),
  /** The draft's tenant.json. */
  tenant: TenantSchema,
  /** The code of a language; the brand's first one if it does not offer it. */
  language: z.string().optional(),
});

/** Sample mails by a draft in place of the files. It changes and sends nothing. */
export const brandMailRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/brand/mail",
    permission: "brand.read",
    async handle({ shop, req }) {
      const { mail, tenant, language } = parseBody(MailBody, req);
      const { id, hostnames, origin } = shop.tenant;
      return inLanguage(languageAmong(tenant.languages, language), () =>
        makeSampleMail(shop, { ...tenant, id, hostnames, origin }, mail),
      );
    },
  },
];
