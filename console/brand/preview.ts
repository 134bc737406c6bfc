import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { notShown } from "#app/preview/preview-headers.ts";
import { siteContext } from "#app/request/context.ts";

import { parsePage } from "../../config/brand/page-text.ts";
import { isPageName, type WrittenPages } from "../../config/brand/pages.ts";
import { type Tenant, TenantSchema } from "../../config/brand/schema.ts";
import { previewContext, staffApiContext } from "../base/context.server.ts";
import { valueOf } from "../base/responses.server.ts";
import type { PreviewChoices } from "../preview/pages.ts";
import { schemeIn, showDraft } from "../preview/show-draft.server.ts";
import type { Route } from "./+types/preview";
import { readDraftPictures } from "./draft-pictures.server.ts";
import { mergeForm } from "./merge-form.server.ts";
import { mailIn } from "./preview-mails.ts";
import { type BrandFiles, BrandSchema } from "./settings/brand-response.ts";
import { SECTIONS, tellProblems } from "./settings/sections.ts";

const MailSchema = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  origin: z.string(),
});

type Asked = { context: Readonly<RouterContextProvider>; params: { brand: string }; url: URL };

/** A page or a mail of the shop with the draft, for a frame's first load. */
export const loader = (asked: Route.LoaderArgs) => show(asked, asked.url.searchParams, (files) => files);

/** As the loader, with a form's changes added to the draft. */
export async function action(asked: Route.ActionArgs) {
  const form = await asked.request.formData();
  return show(asked, form, (files) => mergeForm(files, sectionIn(form)?.fields ?? [], form).files);
}

/** The section whose form surrounds the frame. */
function sectionIn(choices: PreviewChoices) {
  const name = choices.get("section");
  const section = typeof name === "string" && Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (name !== null && section === undefined) throw data(null, 400);
  return section;
}

async function show(
  { context, params, url }: Asked,
  choices: PreviewChoices,
  change: (files: BrandFiles) => BrandFiles,
) {
  const api = context.get(staffApiContext);
  const { draft, files } = valueOf(await api.get(`brands/${params.brand}/brand`, BrandSchema), url);
  const changed = change(draft?.files ?? files);
  const read = readBrand(changed);
  if ("problems" in read)
    return notShown(["This cannot be shown yet:", ...read.problems].join("\n"), context.get(siteContext).origin);
  const { tenant } = read;
  const language = sectionIn(choices)?.language;
  const looks = [tenant.branding, ...Object.values(tenant.translations).map(({ branding }) => branding)];
  const urls = looks.flatMap((look) => [look?.logo_url, look?.banner_url]);
  const pictures = await readDraftPictures(api, params.brand, [...urls, tenant.branding.icon_url]);
  const mail = mailIn(choices);
  if (mail === undefined) return showDraft(context, choices, { tenant, pictures, language });
  const body = { mail, tenant: changed.tenant, language };
  const made = valueOf(await api.post(`brands/${params.brand}/brand/mail`, MailSchema, body), url);
  const { origin } = context.get(siteContext);
  return context.get(previewContext).showMail(made, { tenant, pictures, scheme: schemeIn(choices), origin });
}

type Read = { tenant: Tenant } | { problems: string[] };

/** The brand that these files define, or their faults. */
function readBrand({ tenant, pages }: BrandFiles): Read {
  const parsed = TenantSchema.safeParse(tenant);
  const problems =
    parsed.error?.issues.flatMap(({ path, message }) => tellProblems({ [path.join(".")]: message })) ?? [];
  const written: WrittenPages = {};
  for (const [name, text] of Object.entries(pages)) {
    if (!isPageName(name)) continue;
    const page = parsePage(text);
    if (Array.isArray(page))
      problems.push(...page.flatMap(({ field, reason }) => tellProblems({ [`pages.${name}`]: `${field}: ${reason}` })));
    else written[name] = page;
  }
  return parsed.data && problems.length === 0 ? { tenant: { ...parsed.data, pages: written } } : { problems };
}
