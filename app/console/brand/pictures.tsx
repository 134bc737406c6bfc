import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { explain, valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import { PictureField } from "../picture-field.tsx";
import { PICTURE_RULES, readPicture } from "../picture-upload.ts";
import type { Route } from "./+types/pictures";
import { BrandSchema } from "./brand-answer.ts";
import { changeDraft } from "./change-draft.server.ts";
import { DraftPreview } from "./draft-preview.tsx";

const KINDS: Record<string, { label: string; hint: string }> = {
  logo: { label: "Logo", hint: "Wider than high, with a transparent ground. The header shows it 36 pixels high." },
  banner: { label: "Banner", hint: "1600 by 360 pixels. Words cover its left half." },
  icon: { label: "Icon", hint: "A square of 512 pixels, for tabs and home screens." },
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { read_only } = valueOf(
    await context.get(staffApiContext).get(`brands/${params.brand}/brand`, BrandSchema),
    url,
  );
  const brand = brandIn(context.get(meContext), params.brand);
  return { brand, canEdit: read_only === null && brand.permissions.includes("brand.edit") };
}

const KeptSchema = z.object({ field: z.string(), url: z.string() });

/** Keeps the picture and names it in the draft. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const form = await request.formData();
  const kind = String(form.get("kind"));
  if (!Object.hasOwn(KINDS, kind)) throw data(null, 400);
  const picture = (await readPicture(form, "file")) ?? { problem: "Choose a file." };
  if ("problem" in picture) return data({ kind, problem: picture.problem }, 400);
  const api = context.get(staffApiContext);
  const kept = await api.post(`brands/${params.brand}/brand/pictures/${kind}`, KeptSchema, picture.bytes);
  if (!kept.ok) return data({ kind, problem: explain(kept.error).text }, 400);
  const { field, url: file } = kept.value;
  const saved = await changeDraft(api, { brand: params.brand, url }, ({ tenant, pages }) => ({
    tenant: { ...tenant, branding: { ...(tenant.branding as object | undefined), [field]: file } },
    pages,
  }));
  if (saved?.ok === false) return data({ kind, problem: explain(saved.error).text }, 400);
  context
    .get(sessionContext)
    .setFlash({ kind: "success", text: `The draft has the new picture: ${KINDS[kind]!.label}.` });
  return redirectDocument(url.pathname, 303);
}

export default function Pictures({ loaderData: { brand, canEdit }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Pictures" brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
      </p>
      <p>
        {PICTURE_RULES} Each picture is converted to the size that the shop needs; nothing else of the file is kept.
      </p>
      {actionData && <Alert>{actionData.problem}</Alert>}
      <div className="with-preview">
        <div className="stack">
          {canEdit &&
            Object.entries(KINDS).map(([kind, { label, hint }]) => (
              <form key={kind} method="post" encType="multipart/form-data" className="narrow-form">
                <input type="hidden" name="kind" value={kind} />
                <PictureField
                  id={`${kind}-file`}
                  name="file"
                  label={label}
                  hint={hint}
                  error={actionData?.kind === kind ? actionData.problem : undefined}
                />
                <Button look="outline" busyLabel="Sending...">
                  Put into the draft<span className="sr">: {label}</span>
                </Button>
              </form>
            ))}
        </div>
        <DraftPreview brand={brand.id} />
      </div>
    </>
  );
}
