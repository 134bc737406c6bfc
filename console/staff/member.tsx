import { data, href } from "react-router";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { valueOf } from "../base/responses.server.ts";
import { DataTable } from "../table/data-table.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/member";
import { ActionForm, MemberActions } from "./member-actions.tsx";
import { describeGrant, MembersSchema } from "./members-response.ts";
import { Outcome } from "./outcome.tsx";
import { sendStaffAction } from "./send-action.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { members } = valueOf(await context.get(staffApiContext).get("members", MembersSchema), url);
  const member = members.find(({ id }) => id === params.member);
  if (member === undefined) throw data(null, 404);
  return { member, me: context.get(meContext) };
}

export const action = ({ request, context }: Route.ActionArgs) => sendStaffAction(request, context);

export default function Member({ loaderData: { member, me }, actionData }: Route.ComponentProps) {
  const { email, name, grants, disabled_at, may_manage: mayManage } = member;
  return (
    <>
      <p>
        <a href={href("/staff")}>All staff</a>
      </p>
      <PageTitle title={name} />
      <p>
        {email}
        {disabled_at !== null && ", disabled"}
      </p>
      {actionData && <Outcome {...actionData} />}
      <h2>Roles</h2>
      <DataTable
        caption="Roles"
        rows={grants}
        keyOf={({ role, brand }) => `${role} ${brand}`}
        empty="No roles: this member can sign in and sees nothing."
        columns={[
          { label: "Role", cell: (grant) => describeGrant(grant, me.brands) },
          ...(grants.some((grant) => grant.may_revoke)
            ? [
                {
                  label: "ActionForm",
                  cell: (grant: (typeof grants)[number]) =>
                    grant.may_revoke && (
                      <form method="post">
                        <ActionForm act="revoke" email={email} />
                        <input type="hidden" name="role" value={grant.role} />
                        <input type="hidden" name="brand" value={grant.brand} />
                        <Button look="outline" busyLabel="Taking it away...">
                          Take away<span className="sr"> {describeGrant(grant, me.brands)}</span>
                        </Button>
                      </form>
                    ),
                },
              ]
            : []),
        ]}
      />
      {mayManage && <MemberActions member={member} me={me} last={actionData} />}
    </>
  );
}
