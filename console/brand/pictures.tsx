import { data, href } from "react-router";
import { z } from "zod";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { PictureField } from "../fields/picture-field.tsx";
import { PICTURE_RULES, readPicture, withHint } from "../fields/picture-upload.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/pictures";
import { changeDraft } from "./change-draft.server.ts";
import { DraftPreview } from "./draft-preview.tsx";
import { KINDS } from "./picture-kinds.ts";
import { PresentPicture } from "./present-picture.tsx";
import { ReadOnly } from "./read-only.tsx";
import { readPictures } from "./read-pictures.server.ts";
import { BrandSchema } from "./settings/brand-response.ts";

export async function loader({ context, params: { brand: id }, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const { read_only, draft, files } = valueOf(await api.get(`brands/${id}/brand`, BrandSchema), url);
  const brand = brandIn(context.get(meContext), id);
  const pictures = await readPictures(api, id, { shown: draft?.files ?? files, published: files });
  const canEdit = read_only === null && brand.permissions.includes("brand.edit");
  return { brand, readOnly: read_only, canEdit, pictures };
}

const KeptSchema = z.object({ field: z.string(), url: z.string(), hint: z.string().nullable() });

/** Stores the picture and puts its URL into the draft. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const form = await request.formData();
  const kind = String(form.get("kind"));
  if (!Object.hasOwn(KINDS, kind)) throw data(null, 400);
  const picture = (await readPicture(form, "file")) ?? { problem: "Choose a file." };
  if ("problem" in picture) return data({ kind, problem: picture.problem }, 400);
  const api = context.get(staffApiContext);
  const kept = await api.post(`brands/${params.brand}/brand/pictures/${kind}`, KeptSchema, picture.bytes);
  if (!kept.ok) return data({ kind, problem: explain(kept.error).text }, 400);
  const { field, url: file, hint } = kept.value;
  const saved = await changeDraft(api, { brand: params.brand, url }, ({ tenant, pages }) => ({
    tenant: { ...tenant, branding: { ...(tenant.branding as object | undefined), [field]: file } },
    pages,
  }));
  if (saved?.ok === false) return data({ kind, problem: explain(saved.error).text }, 400);
  const text = withHint(`The draft has the new picture: ${KINDS[kind]!.label}.`, hint);
  return sayDone(context, text, url.pathname);
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, readOnly, canEdit, pictures } = loaderData;
  return (
    <>
      <PageTitle title="Pictures" brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
      </p>
      {readOnly !== null && <ReadOnly reason={readOnly} brand={brand} />}
      {actionData && <Refusal text={actionData.problem} fields={{ file: actionData.problem }} />}
      <div className="with-preview">
        <div className="stack">
          {canEdit && (
            <p>
              {PICTURE_RULES} Each picture is converted to the size that the shop needs; nothing else of the file is
              kept.
            </p>
          )}
          {Object.entries(KINDS).map(([kind, { label, hint, size }]) => (
            <section key={kind} className="picture-kind" aria-labelledby={`${kind}-title`}>
              <h2 id={`${kind}-title`}>{label}</h2>
              <PresentPicture label={label} size={size} {...pictures[kind]!} />
              {canEdit && (
                <form method="post" encType="multipart/form-data" className="narrow-form">
                  <input type="hidden" name="kind" value={kind} />
                  <PictureField
                    id={`${kind}-file`}
                    name="file"
                    label={`New ${label.toLowerCase()}`}
                    hint={hint}
                    error={actionData?.kind === kind ? actionData.problem : undefined}
                  />
                  <p>
                    <Button look="outline" busyLabel="Sending...">
                      Put into the draft<span className="sr">: {label}</span>
                    </Button>
                  </p>
                </form>
              )}
            </section>
          ))}
        </div>
        <DraftPreview brand={brand.id} />
      </div>
    </>
  );
}
