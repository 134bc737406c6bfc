import { data, href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import { PreviewFrame } from "../preview/preview-frame.tsx";
import { BothChanges } from "../table/both-changes.tsx";
import type { Route } from "./+types/section";
import { BrandSchema } from "./brand-answer.ts";
import { ColourFindings } from "./colour-findings.tsx";
import { FieldControl } from "./field-control.tsx";
import { problemOf, shownIn } from "./fields.ts";
import { readUntouched, toSeen } from "./merge-form.server.ts";
import { BRAND_PREVIEWS } from "./preview-mails.ts";
import { ReadOnly } from "./read-only.tsx";
import { saveSection } from "./save-section.server.ts";
import { SECTIONS } from "./sections.ts";

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
    <form method="post" className={`brand-form ${pages ? "with-preview" : ""}`}>
      <div className="stack">
        <input type="hidden" name="seen" value={seen} />
        {/* Browsers leave out disabled ticks: without a section the preview shows the files alone. */}
        {!isReadOnly && <input type="hidden" name="section" value={params.section} />}
        {fields.map((field, at) => (
          <FieldControl
            key={field.path}
            {...{ field, isReadOnly, value: values[at]!, error: problemOf(problems, field) }}
          />
        ))}
        {params.section === "look" && <ColourFindings files={files} />}
        {!isReadOnly && <Button busyLabel="Saving...">Save draft</Button>}
        {/* For <live-preview>. */}
        <p role="status" className="small save-state">
          {actionData?.stays && actionData.text}
        </p>
      </div>
      {pages && (
        <PreviewFrame
          about="The shop's own pages and mails with your draft and what you typed. Shoppers see it once you publish."
          action={href("/brands/:brand/preview", { brand: brand.id })}
          pages={pages}
        />
      )}
    </form>
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
