import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import type { Typed } from "../form.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/staff";
import { actOnStaff } from "./act.server.ts";
import { describeGrant, MembersSchema } from "./members-answer.ts";
import { Outcome } from "./outcome.tsx";
import { RoleFields } from "./role-fields.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const answer = valueOf(await context.get(staffApiContext).get("members", MembersSchema), url);
  return { ...answer, me: context.get(meContext) };
}

export const action = ({ request, context }: Route.ActionArgs) => actOnStaff(request, context);

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, me } = loaderData;
  const { typed = {} as Typed, fields = {} as Typed } = actionData ?? {};
  return (
    <>
      <PageTitle title="Staff" />
      {actionData && <Outcome {...actionData} />}
      <DataTable
        caption="Members"
        rows={members}
        keyOf={({ id }) => id}
        empty="No members yet."
        columns={[
          { label: "Name", cell: ({ id, name }) => <a href={href("/staff/:member", { member: id })}>{name}</a> },
          { label: "E-mail address", cell: ({ email }) => email },
          {
            label: "Roles",
            cell: ({ grants }) => grants.map((grant) => describeGrant(grant, me.brands)).join(", ") || "None",
          },
          { label: "State", cell: ({ disabled_at }) => (disabled_at === null ? "Active" : "Disabled") },
        ]}
      />
      <h2>Open invitations</h2>
      <DataTable
        caption="Open invitations"
        rows={invitations}
        keyOf={({ email }) => email}
        empty="None. An invitation waits here until its link is used, for three days at most."
        columns={[
          { label: "E-mail address", cell: ({ email }) => email },
          { label: "For", cell: (grant) => (grant.role ? describeGrant(grant, me.brands) : "A new password and app") },
          { label: "Ends", cell: ({ expires_at }) => <DateTime at={expires_at} /> },
        ]}
      />
      {me.everywhere.includes("staff.manage") && (
        <>
          <h2>Invite somebody</h2>
          <form method="post" className="stack narrow-form">
            <input type="hidden" name="act" value="invite" />
            <Field
              name="email"
              type="email"
              label="E-mail address"
              autoComplete="off"
              required
              defaultValue={typed.email}
              error={fields.email}
            />
            <RoleFields roles={me.roles} brands={me.brands} role={typed.role} brand={typed.brand} />
            <p>
              <Button busyLabel="Inviting...">Invite</Button>
            </p>
          </form>
        </>
      )}
    </>
  );
}
