import { randomUUID } from "node:crypto";

import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { KEPT_BY_BROWSER } from "#app/http/cache-control.server.ts";
import { sessionContext } from "#app/request/context.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { ColourField } from "../fields/colour-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { FormId, keptFormId } from "../ui/form-id.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/new-brand";
import { whyRefused } from "./why-refused.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(meContext).everywhere.includes("brand.create")) throw data(null, 404);
  return { formId: randomUUID() };
}

/** The member types the code again, so the values contain no secret. */
const refuse = (typed: Typed, problem: ReturnType<typeof explain>) =>
  data({ typed, problem }, { status: 400, headers: KEPT_BY_BROWSER });

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

const inField = (name: string, text: string): ReturnType<typeof explain> => ({ text, fields: { [name]: text } });

/** Creates the brand's folder, and answers when its shop is open. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { code, ...typed } = readForm(await request.formData());
  const reason = whyRefused(typed.hostname?.trim().toLowerCase() ?? "", url.hostname);
  if (reason !== undefined) return refuse(typed, inField("hostname", reason));
  const given = Object.entries({ ...typed, code }).flatMap(([name, value]) => {
    const text = value?.trim() ?? "";
    return text === "" ? [] : [[name, text]];
  });
  const body = { name: "", ...Object.fromEntries(given) };
  const answer = await context
    .get(staffApiContext)
    .post("new-brand", z.object({ id: z.string(), note: z.string().nullable() }), body);
  if (!answer.ok) {
    const kept = { ...typed, form: keptFormId(answer.error, typed.form) };
    return refuse(kept, explain(answer.error));
  }
  const { id, note } = answer.value;
  const role = note === null ? "" : ` It has no role of its own in the database: ${note}`;
  context
    .get(sessionContext)
    .setFlash({ kind: "success", text: `${typed.name} is open. These steps are left.${role}` });
  return redirectDocument(href("/brands/:brand/open", { brand: id }), 303);
}

export default function NewBrand({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem ?? null;
  const typed: Typed = actionData?.typed ?? {};
  const field = (name: string) => ({ name, defaultValue: typed[name], error: problem?.fields[name] });
  return (
    <>
      <PageTitle title="New brand" />
      <p>A brand is a shop of its own: its name, hostname, products, shoppers and books.</p>
      {problem && <Refusal {...problem} />}
      <form method="post" className="narrow-form">
        <FormId id={typed.form || loaderData.formId} />
        <Field
          {...field("name")}
          label="Name"
          hint="What shoppers read. It also names the shop's folder, for good."
          required
          maxLength={60}
        />
        <Field
          {...field("hostname")}
          label="Hostname"
          hint="Such as gifts.example.com. On this machine leave it empty: it becomes NAME.localhost."
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...field("email")}
          label="E-mail address"
          hint="Where its shoppers write to. It can come later."
          type="email"
        />
        <ColourField {...field("colour")} label="Colour" hint="Such as #5bd318. Empty: one is chosen from the name." />
        <CodeField id="code" error={problem?.fields.code} />
        <Button busyLabel="Opening the shop...">Open the shop</Button>
      </form>
      <p className="small muted">
        A deployment of several machines needs one folder of brands that all of them see. Where each has its own, run{" "}
        <code>awning brand new</code> and bring the folder to all of them.
      </p>
    </>
  );
}
