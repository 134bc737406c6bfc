import { data, href } from "react-router";

import { Button } from "#app/ui/button.tsx";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/member";
import { actOnStaff } from "./act.server.ts";
import { describeGrant, MembersSchema } from "./members-answer.ts";
import { Outcome } from "./outcome.tsx";
import { RoleFields } from "./role-fields.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { members } = valueOf(await context.get(staffApiContext).get("members", MembersSchema), url);
  const member = members.find(({ id }) => id === params.member);
  if (member === undefined) throw data(null, 404);
  return { member, me: context.get(meContext) };
}

export const action = ({ request, context }: Route.ActionArgs) => actOnStaff(request, context);

export default function Member({ loaderData: { member, me }, actionData }: Route.ComponentProps) {
  const { email, name, grants, disabled_at } = member;
  const mayManage = me.everywhere.includes("staff.manage");
  const act = (value: string) => (
    <>
      <input type="hidden" name="act" value={value} />
      <input type="hidden" name="email" value={email} />
    </>
  );
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
          ...(mayManage
            ? [
                {
                  label: "Act",
                  cell: (grant: (typeof grants)[number]) => (
                    <form method="post">
                      {act("revoke")}
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
      {mayManage && (
        <>
          <h2>Give another role</h2>
          <form method="post" className="stack narrow-form">
            {act("grant")}
            <RoleFields roles={me.roles} brands={me.brands} />
            <p>
              <Button busyLabel="Giving it...">Give the role</Button>
            </p>
          </form>
          <h2>Lost phone or password</h2>
          <form method="post" className="stack">
            {act("reset")}
            <p>
              The link lets them set a new password and a new app, and ends their sessions when it is used. Make sure
              who asks for it.
            </p>
            <p>
              <Button look="outline" busyLabel="Making it...">
                Make a new link
              </Button>
            </p>
          </form>
          <h2>{disabled_at === null ? "Disable" : "Enable"}</h2>
          <form method="post" className="stack">
            {act(disabled_at === null ? "disable" : "enable")}
            <p>
              {disabled_at === null
                ? "They are signed out everywhere and cannot sign in. Their roles stay for later."
                : "They can sign in again, with the roles above."}
            </p>
            <p>
              <Button look={disabled_at === null ? "danger" : "outline"} busyLabel="Sending...">
                {disabled_at === null ? "Disable" : "Enable"}
              </Button>
            </p>
          </form>
        </>
      )}
    </>
  );
}
