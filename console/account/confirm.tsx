import { data, redirectDocument } from "react-router";
import { z } from "zod";

import { safePath } from "#app/tenant/urls.ts";
import { Button } from "#app/ui/button.tsx";

import { staffApiContext } from "../base/context.server.ts";
import { explain } from "../base/responses.server.ts";
import { CodeField } from "../ui/code-field.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/confirm";

/** Links to files redirect here while the member has not confirmed with a code. */
export function loader({ url }: Route.LoaderArgs) {
  const [path = "/"] = safePath(url.searchParams.get("returnTo")).split("?");
  return { back: path.replace(/\/[^/]*$/, "") || "/" };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const code = String((await request.formData()).get("code") ?? "");
  const answer = await context.get(staffApiContext).post("confirm", z.unknown(), { code });
  if (!answer.ok) return data(explain(answer.error), 400);
  return redirectDocument(safePath(url.searchParams.get("returnTo")), 303);
}

export default function Confirm({ loaderData: { back }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Confirm that it is you" />
      {actionData && actionData.fields.code === undefined && <Refusal {...actionData} />}
      <form method="post" className="stack">
        <p>This file holds personal data, money or codes. Confirm to download it.</p>
        <CodeField id="code" required error={actionData?.fields.code} />
        <p>
          <Button busyLabel="Confirming...">Confirm</Button>
        </p>
      </form>
      <p className="page-links">
        <a href={back}>Back</a>
      </p>
    </>
  );
}
