import type { ReactNode } from "react";
import type { z } from "zod";

import type { SessionsSchema } from "#app/commerce/schemas/account.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { t } from "../../../config/language/t.ts";
import { ConfirmOther } from "./confirm-other.tsx";

/** The devices of an account, each with the buttons that it has. */
export function SessionList({ sessions }: { sessions: z.output<typeof SessionsSchema> }) {
  return (
    <ul className="sessions">
      {sessions.map(({ id, client, isCurrent, mayConfirm, createdAt, lastUsedAt }) => (
        <li key={id} className="panel">
          <h2>{client || rich("account.unknownBrowser")}</h2>
          <dl className="facts">
            {createdAt !== null && <Time name={rich("account.signedIn")} at={createdAt} />}
            {lastUsedAt !== null && !isCurrent && <Time name={rich("account.lastUsed")} at={lastUsedAt} />}
          </dl>
          {mayConfirm && !isCurrent && <ConfirmOther id={id} client={client} />}
          {isCurrent ? (
            <p className="status good">{rich("account.thisDevice")}</p>
          ) : (
            <form method="post">
              <input type="hidden" name="id" value={id} />
              <Button
                look="outline"
                busyLabel={t("account.signingOut")}
                aria-label={client ? t("account.signOutOf", { client }) : t("account.signOutOfUnknown")}
              >
                {rich("account.signOut")}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

function Time({ name, at }: { name: ReactNode; at: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <DateTime at={at} />
      </dd>
    </div>
  );
}
