import { href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import type { Typed } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { ConfirmCode } from "../ui/confirm-code.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/brand";
import { DraftPreview } from "./draft-preview.tsx";
import { DraftState } from "./draft-state.tsx";
import { FixedSettings } from "./fixed-settings.tsx";
import { ReadOnly } from "./read-only.tsx";
import { sendBrandAction } from "./send-action.server.ts";
import { BrandSchema } from "./settings/brand-response.ts";
import { sectionsOf } from "./settings/sections.ts";
import { TakeOver } from "./take-over.tsx";
import { Versions } from "./versions.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/brand`, BrandSchema);
  return { shown: valueOf(answer, url), brand: brandIn(context.get(meContext), params.brand) };
}

export const action = ({ request, context, params }: Route.ActionArgs) =>
  sendBrandAction(request, context, params.brand);

export default function Brand({ loaderData: { brand, shown }, actionData }: Route.ComponentProps) {
  const canEdit = shown.read_only === null && brand.permissions.includes("brand.edit");
  return (
    <>
      <PageTitle title="Brand" brand={brand.name} />
      {actionData && <Refused {...actionData} isAsked={canEdit} />}
      {shown.read_only !== null && (
        <ReadOnly reason={shown.read_only} brand={brand}>
          <TakeOver codeProblem={actionData?.fields.code} />
        </ReadOnly>
      )}
      <div className="with-preview">
        <div>
          {canEdit && <DraftState shown={shown} brand={brand.id} />}
          <p>
            <a href={href("/brands/:brand/open", { brand: brand.id })}>Steps to the first order</a>
          </p>
          <h2>Texts and settings</h2>
          <ul className="sections">
            {sectionsOf(shown.draft?.files ?? shown.files).map(([section, { title, about }]) => (
              <li key={section}>
                <a href={href("/brands/:brand/brand/:section", { brand: brand.id, section })}>{title}</a>
                <span className="small muted"> {about}</span>
              </li>
            ))}
            <li>
              <a href={href("/brands/:brand/brand/pictures", { brand: brand.id })}>Pictures</a>
              <span className="small muted"> Logo, banner and icon.</span>
            </li>
            <li>
              <a href={href("/brands/:brand/brand/payments", { brand: brand.id })}>Payments</a>
              <span className="small muted"> The gateway, its settings, and whether its secrets are there.</span>
            </li>
            <li>
              <a href={href("/brands/:brand/brand/suppliers", { brand: brand.id })}>Suppliers</a>
              <span className="small muted"> Who sends cards, and their prepaid balances.</span>
            </li>
            <li>
              <a href={href("/brands/:brand/brand/messages", { brand: brand.id })}>Messages</a>
              <span className="small muted"> SMS and WhatsApp: providers, templates, and what failed.</span>
            </li>
          </ul>
          <FixedSettings tenant={shown.files.tenant} />
          <Versions versions={shown.versions} seen={shown.seen} canEdit={canEdit} />
        </div>
        <DraftPreview brand={brand.id} />
      </div>
    </>
  );
}

const LABELS: Record<string, string> = { publish: "Publish", "roll-back": "Go back" };

type RefusedProps = {
  text: string;
  fields: Record<string, string>;
  typed: Typed;
  /** True if this form has the question for a code. A read-only brand has another field for it. */
  isAsked: boolean;
};

/** Why a form was refused, or the question for a code. */
function Refused({ text, fields, typed, isAsked }: RefusedProps) {
  const { code } = fields;
  if (code === undefined || !isAsked) return <Refusal text={text} fields={fields} />;
  return <ConfirmCode typed={typed} problem={code} label={LABELS[typed.act ?? ""] ?? "Confirm"} />;
}
