import { Button } from "#app/ui/button.tsx";

import type { Typed } from "../base/form.ts";
import type { Me } from "../base/member.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import type { StaffMember } from "./members-response.ts";
import { RoleFields } from "./role-fields.tsx";

/** The hidden fields of a form: its action and the member (act.server.ts). */
export const ActionForm = ({ act, email }: { act: string; email: string }) => (
  <>
    <input type="hidden" name="act" value={act} />
    <input type="hidden" name="email" value={email} />
  </>
);

type MemberActsProps = {
  member: StaffMember;
  me: Me;
  /** The typed values of the sent form, and its errors. */
  last?: { typed: Typed; fields: Typed };
};

/** An owner's actions on a member. */
export function MemberActions({ member: { email, disabled_at }, me, last }: MemberActsProps) {
  const isActive = disabled_at === null;
  return (
    <>
      <h2>Give another role</h2>
      <form method="post" className="narrow-form">
        <ActionForm act="grant" email={email} />
        <RoleFields me={me} />
        <p>
          <Button busyLabel="Giving it...">Give the role</Button>
        </p>
      </form>
      <h2>Lost phone or password</h2>
      <form method="post" className="stack">
        <ActionForm act="reset" email={email} />
        <p>
          The link lets them set a new password and a new app; their sessions and passkeys end when it is used. Make
          sure who asks for it.
        </p>
        <Reason act="reset" last={last} />
        <p>
          <Button look="outline" busyLabel="Making it...">
            Make a new link
          </Button>
        </p>
      </form>
      <h2>{isActive ? "Disable" : "Enable"}</h2>
      <form method="post" className="stack">
        <ActionForm act={isActive ? "disable" : "enable"} email={email} />
        <p>
          {isActive
            ? "They are signed out everywhere and cannot sign in. Their roles stay for later."
            : "They can sign in again, with the roles above."}
        </p>
        {isActive && <Reason act="disable" last={last} />}
        <p>
          <Button look={isActive ? "danger" : "outline"} busyLabel="Sending...">
            {isActive ? "Disable" : "Enable"}
          </Button>
        </p>
      </form>
    </>
  );
}

function Reason({ act, last }: Pick<MemberActsProps, "last"> & { act: string }) {
  const mine = last?.typed.act === act ? last : undefined;
  return <ReasonField id={`${act}-reason`} value={mine?.typed.reason} error={mine?.fields.reason} />;
}
