import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import type { Typed } from "../base/form.ts";
import { valueOf } from "../base/responses.server.ts";
import { textColumn } from "../table/columns.tsx";
import { FileLinks } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/staff";
import { Invitations } from "./invitations.tsx";
import { describeGrants, MembersSchema } from "./members-response.ts";
import { Outcome } from "./outcome.tsx";
import { RoleFields } from "./role-fields.tsx";
import { sendStaffAction } from "./send-action.server.ts";
import { whereManages } from "./where-manages.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const answer = valueOf(await context.get(staffApiContext).get("members", MembersSchema), url);
  return { ...answer, me: context.get(meContext) };
}

export const action = ({ request, context }: Route.ActionArgs) => sendStaffAction(request, context);

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, me } = loaderData;
  const { brands, isEverywhere } = whereManages(me);
  const { typed = {} as Typed, fields = {} as Typed } = actionData ?? {};
  return (
    <>
      <PageTitle title="Staff" />
      {actionData && <Outcome {...actionData} />}
      {!me.everywhere.includes("staff.read") && (
        <p className="muted">
          Members with a role in your brands. Owners of all brands disable members who also have roles elsewhere.
        </p>
      )}
      <DataTable
        caption="Members"
        rows={members}
        keyOf={({ id }) => id}
        empty="No members yet."
        columns={[
          {
            label: "Name",
            sort: "name",
            by: ({ name }) => name,
            cell: ({ id, name }) => <a href={href("/staff/:member", { member: id })}>{name}</a>,
          },
          textColumn("E-mail address", "email", "email"),
          {
            label: "Roles",
            sort: "roles",
            by: ({ grants }) => describeGrants(grants, me.brands),
            cell: ({ grants }) => describeGrants(grants, me.brands) || "None",
          },
          {
            label: "State",
            sort: "state",
            by: ({ disabled_at }) => disabled_at ?? 0,
            cell: ({ disabled_at }) => (disabled_at === null ? "Active" : "Disabled"),
          },
        ]}
      />
      <p className="page-links">
        <FileLinks to={href("/staff.csv")} />
      </p>
      <Invitations invitations={invitations} brands={me.brands} />
      {(isEverywhere || brands.length > 0) && (
        <>
          <h2>Invite somebody</h2>
          <form method="post" className="narrow-form">
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
            <RoleFields me={me} role={typed.role} brand={typed.brand} fields={fields} />
            <p>
              <Button busyLabel="Inviting...">Invite</Button>
            </p>
          </form>
        </>
      )}
    </>
  );
}
