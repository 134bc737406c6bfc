import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Route } from "./+types/account";
import { explain, valueOf } from "./answers.server.ts";
import { ConfirmCode } from "./confirm-code.tsx";
import { meContext, staffApiContext } from "./context.server.ts";
import { readForm, type Typed } from "./form.ts";
import { PageTitle } from "./page-title.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { StaffApi } from "./staff-api.server.ts";

const SessionsSchema = z.array(
  z.object({
    id: z.string(),
    client: z.string(),
    created_at: z.number(),
    used_at: z.number(),
    is_current: z.boolean(),
  }),
);

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
      <h2>Where you are signed in</h2>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col">Signed in</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="sr">Act</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ id, client, created_at, used_at, is_current }) => (
              <tr key={id}>
                <th scope="row">{client || "Unknown browser"}</th>
                <td>
                  <DateTime at={created_at} />
                </td>
                <td>{is_current ? "Now" : <DateTime at={used_at} />}</td>
                <td>
                  {is_current ? (
                    "This session"
                  ) : (
                    <form method="post">
                      <input type="hidden" name="id" value={id} />
                      <Button look="outline" busyLabel="Ending..." aria-label={`End ${client}`}>
                        End
                      </Button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
