import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Route } from "./+types/account";
import { explain, valueOf } from "./answers.server.ts";
import { meContext, staffApiContext } from "./context.server.ts";
import { PageTitle } from "./page-title.tsx";

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

/** Ends a session; the current one ends by signing out. */
export async function action({ request, context }: Route.ActionArgs) {
  const id = String((await request.formData()).get("id"));
  const answer = await context.get(staffApiContext).post("sessions/end", z.unknown(), { id });
  if (!answer.ok) return data({ problem: explain(answer.error).text }, 400);
  context.get(sessionContext).setFlash({ kind: "success", text: "That session has ended." });
  return redirectDocument(href("/account"), 303);
}

export default function Account({ loaderData: { sessions, me }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Your account" />
      <p>
        {me.name}, {me.email}
      </p>
      <h2>Where you are signed in</h2>
      {actionData && <Alert>{actionData.problem}</Alert>}
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
