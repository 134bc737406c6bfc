import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/request/context.ts";
import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";
import { ConfirmCode } from "../ui/confirm-code.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/account";
import { MorningMail, MorningSchema, saveMorningMail } from "./morning-mail.tsx";
import { addPasskey, beginPasskey, type Outcome, refuse, removePasskey } from "./passkey-actions.server.ts";
import { CreatePasskey, PasskeyList, PasskeysSchema } from "./passkey-list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SessionList, SessionsSchema } from "./session-list.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const [sessions, passkeys, morning] = await Promise.all([
    api.get("sessions", SessionsSchema),
    api.get("passkeys", PasskeysSchema),
    api.get("morning-mail", MorningSchema),
  ]);
  return {
    sessions: valueOf(sessions, url),
    passkeys: valueOf(passkeys, url),
    wantsMail: valueOf(morning, url).wants,
    me: context.get(meContext),
  };
}

/** Adds and removes passkeys, makes new recovery codes, or ends a session. The current session ends by signing out. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = readForm(await request.formData());
  const [api, session] = [context.get(staffApiContext), context.get(sessionContext)];
  if (form.act === "codes") return renewCodes(api, form);
  if (form.act === "morning-mail") return saveMorningMail(api, session, form);
  if (form.act === "passkey-begin") return beginPasskey(api, form);
  if (form.act === "passkey-add") return addPasskey(api, session, form);
  if (form.act === "passkey-remove") return removePasskey(api, session, form);
  const answer = await api.post("sessions/end", z.unknown(), { id: form.id });
  if (!answer.ok) return data({ problem: explain(answer.error).text } satisfies Outcome, 400);
  session.setFlash({ kind: "success", text: "That session has ended." });
  return redirectDocument(href("/account"), 303);
}

const CodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** The codes are in the answer itself: nothing stores them. */
async function renewCodes(api: StaffApi, typed: Typed) {
  const answer = await api.post("recovery-codes", CodesSchema, { code: typed.code });
  return answer.ok ? ({ codes: answer.value.recovery_codes } satisfies Outcome) : refuse(answer.error, typed);
}

const LABELS: Record<string, string> = {
  codes: "Make new codes",
  "passkey-begin": "Add a passkey",
  "passkey-remove": "Remove the passkey",
};

export default function Account({
  loaderData: { sessions, passkeys, wantsMail, me },
  actionData,
}: Route.ComponentProps) {
  const { problem, confirm, codes, creation }: Outcome = actionData ?? {};
  return (
    <>
      <PageTitle title="Your account" />
      <p>
        {me.name}, {me.email}
      </p>
      {problem && <Refusal text={problem} />}
      {confirm && <ConfirmCode {...confirm} label={LABELS[confirm.typed.act ?? ""] ?? "Confirm"} />}
      {codes && <RecoveryCodes codes={codes} />}
      {creation && <CreatePasskey {...creation} />}
      <PasskeyList {...passkeys} />
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
      <MorningMail wantsMail={wantsMail} />
      <SessionList sessions={sessions} />
    </>
  );
}
