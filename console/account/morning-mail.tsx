import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import type { Session } from "#app/session/session.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";
import type { Outcome } from "./passkey-actions.server.ts";

export const MorningSchema = z.object({ wants: z.boolean() });

/** Switches the member's morning mail on or off. */
export async function saveMorningMail(api: StaffApi, session: Session, typed: Typed) {
  const wants = typed.wants !== undefined;
  const answer = await api.post("morning-mail", MorningSchema, { wants });
  if (!answer.ok) return data({ problem: explain(answer.error).text } satisfies Outcome, 400);
  const text = wants ? "You get a mail each morning." : "You get no mail in the morning any more.";
  session.setFlash({ kind: "success", text });
  return redirectDocument(href("/account"), 303);
}

export const MorningMail = ({ wantsMail }: { wantsMail: boolean }) => (
  <>
    <h2>Morning mail</h2>
    <form method="post" className="stack">
      <input type="hidden" name="act" value="morning-mail" />
      <p>
        At eight o’clock, a mail for each of your brands: what was sold the day before, what needs somebody, stock, mail
        and the last backup.
      </p>
      <Checkbox id="wants" name="wants" value="yes" label="Send me the morning mail" defaultChecked={wantsMail} />
      <p>
        <Button look="outline" busyLabel="Saving...">
          Save
        </Button>
      </p>
    </form>
  </>
);
