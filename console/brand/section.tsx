import { data, href } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { BothChanges } from "../table/both-changes.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/section";
import { readUntouched, toSeen } from "./merge-form.server.ts";
import { BRAND_PREVIEWS } from "./preview-mails.ts";
import { ReadOnly } from "./read-only.tsx";
import { saveSection } from "./save-section.server.ts";
import { SectionForm } from "./section-form.tsx";
import { BrandSchema } from "./settings/brand-response.ts";
import { problemOf, shownIn } from "./settings/fields.ts";
import { SECTIONS } from "./settings/sections.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const section = sectionOf(params.section);
  const { brand: id } = params;
  const answer = valueOf(await context.get(staffApiContext).get(`brands/${id}/brand`, BrandSchema), url);
  const brand = brandIn(context.get(meContext), id);
  const files = answer.draft?.files ?? answer.files;
  return {
    brand,
    seen: toSeen(section.fields, readUntouched(files, section.fields)),
    values: section.fields.map((field) => shownIn(files, field)),
    problems: answer.draft?.problems ?? {},
    files,
    readOnly: answer.read_only,
    isReadOnly: answer.read_only !== null || !brand.permissions.includes("brand.edit"),
  };
}

export const action = ({ request, context, params: { section, brand }, url }: Route.ActionArgs) =>
  saveSection(sectionOf(section), { request, context, url, brand });

function sectionOf(name: string) {
  const section = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (section === undefined) throw data(null, 404);
  return section;
}

export default function BrandSection({ loaderData, actionData, params }: Route.ComponentProps) {
  const { brand, readOnly, isReadOnly, files } = loaderData;
  const { title, about, fields, page } = sectionOf(params.section);
  const { values, problems, seen } = actionData ?? loaderData;
  const pages = page && { [page]: BRAND_PREVIEWS[page]!, ...BRAND_PREVIEWS };
  const form = (
    <SectionForm
      section={params.section}
      fields={fields}
      brand={brand.id}
      shown={{ values, problems, seen }}
      files={files}
      pages={pages}
      isReadOnly={isReadOnly}
      saved={actionData?.stays ? actionData.text : null}
    />
  );
  return (
    <>
      <PageTitle title={title} brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
      </p>
      {actionData?.text && !actionData.stays && (
        <Alert isFocused={!fields.some((field) => problemOf(problems, field))}>{actionData.text}</Alert>
      )}
      {actionData && actionData.conflicts.length > 0 && <BothChanges what="this section" rows={actionData.conflicts} />}
      {readOnly !== null && <ReadOnly reason={readOnly} brand={brand} />}
      <p>{about}</p>
      {pages && !isReadOnly ? <live-preview>{form}</live-preview> : form}
    </>
  );
}
