import { data, href, redirectDocument, type RouterContextProvider } from "react-router";

import { sessionContext } from "#app/request/context.ts";

import { staffApiContext } from "../base/context.server.ts";
import { changeDraft } from "./change-draft.server.ts";
import { explainFiles } from "./explain-files.server.ts";
import { mergeForm, toSeen } from "./merge-form.server.ts";
import { problemOf } from "./settings/fields.ts";
import type { Section } from "./settings/section.ts";

type Saving = { request: Request; context: Readonly<RouterContextProvider>; url: URL; brand: string };

/**
 * Saves the draft, even with errors, which are shown beside their fields. If somebody else has also changed a field, only a form
 * that has shown the other change saves it. A form with `stay` (elements/console/live-preview.ts) always gets its page.
 */
export async function saveSection({ fields, title }: Section, { request, context, url, brand }: Saving) {
  const form = await request.formData();
  const stays = form.has("stay");
  const seen = String(form.get("seen"));
  let merged!: ReturnType<typeof mergeForm>;
  const saved = await changeDraft(context.get(staffApiContext), { brand, url }, (files) => {
    merged = mergeForm(files, fields, form);
    return merged.conflicts.length > 0 ? null : merged.files;
  });
  const { values, conflicts } = merged;
  const shown = { values, seen, problems: {}, conflicts, stays };
  if (saved === null && stays) return data({ ...shown, text: tellConflicts(conflicts) }, 409);
  if (saved === null) return data({ ...shown, seen: toSeen(fields, merged.saved), text: "" }, 409);
  if (!saved.ok) {
    const { fields: problems, text } = explainFiles(saved.error);
    const reason = fields.some((field) => problemOf(problems, field)) ? "" : text;
    return data({ ...shown, values: merged.typed, problems, text: `The draft is not saved. ${reason}`.trim() }, 400);
  }
  const { problems } = saved.value;
  // A form that stays on screen still shows its sender's values, and old values of fields that others have changed.
  const after = { ...shown, problems, seen: toSeen(fields, stays ? merged.typed : values) };
  if (fields.some((field) => problemOf(problems, field)))
    return data({ ...after, text: "The draft is saved. It cannot be published like this." }, 400);
  if (stays) return data({ ...after, text: "The draft is saved." }, 200);
  context.get(sessionContext).setFlash({ kind: "success", text: `The draft is saved: ${title}.` });
  return redirectDocument(href("/brands/:brand/brand", { brand }), 303);
}

const tellConflicts = (conflicts: { label: string }[]) =>
  `Not saved: somebody else has changed ${conflicts.map(({ label }) => label).join(", ")} meanwhile. Press Save draft to see both.`;
