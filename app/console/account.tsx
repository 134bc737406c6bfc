import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Route } from "./+types/account";
import { explain, valueOf } from "./answers.server.ts";
import { ConfirmCode } from "./confirm-code.tsx";
import { meContext, staffApiContext } from "./context.server.ts";
import { readForm, type Typed } from "./form.ts";
import { PageTitle } from "./page-title.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SessionList, SessionsSchema } from "./session-list.tsx";
import type { StaffApi } from "./staff-api.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const sessions = valueOf(await context.get(staffApiContext).get("sessions", SessionsSchema), url);
  return { sessions, me: context.get(meContext) };
}

/** Ends a session, or makes new recovery codes. The current session ends by signing out. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = readForm(await request.formData());
  if (form.act === "codes") return renewCodes(context.get(staffApiContext), form);
  const { id } = form;
  const answer = await context.get(staffApiContext).post("sessions/end", z.unknown(), { id });
  if (!answer.ok) return data({ problem: explain(answer.error).text, confirm: null, codes: null }, 400);
  context.get(sessionContext).setFlash({ kind: "success", text: "That session has ended." });
  return redirectDocument(href("/account"), 303);
}

const CodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** The codes are in the answer itself: nothing stores them. */
async function renewCodes(api: StaffApi, typed: Typed) {
  const answer = await api.post("recovery-codes", CodesSchema, { code: typed.code });
  if (answer.ok) return { problem: null, confirm: null, codes: answer.value.recovery_codes };
  const { text, fields } = explain(answer.error);
  if (fields.code === undefined) return data({ problem: text, confirm: null, codes: null }, 400);
  return data({ problem: null, confirm: { typed, problem: fields.code }, codes: null }, 403);
}

export default function Account({ loaderData: { sessions, me }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Your account" />
      <p>
        {me.name}, {me.email}
      </p>
      {actionData?.problem && <Alert>{actionData.problem}</Alert>}
      {actionData?.confirm && <ConfirmCode {...actionData.confirm} label="Make new codes" />}
      {actionData?.codes && <RecoveryCodes codes={actionData.codes} />}
      <h2>Recovery codes</h2>
      <form method="post" className="stack">
        <input type="hidden" name="act" value="codes" />
        <p>Each signs you in once in place of the app. New ones replace all that you have.</p>
        <p>
          <Button look="outline" busyLabel="Making them...">
            Make new recovery codes
          </Button>
        </p>
      </form>
      <SessionList sessions={sessions} />
    </>
  );
}
