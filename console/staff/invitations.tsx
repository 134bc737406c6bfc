import type { ConsoleBrand } from "../base/member.ts";
import { textColumn, timeColumn } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";
import { describeGrant, type Invitation } from "./members-response.ts";

type InvitationsProps = { invitations: Invitation[]; brands: ConsoleBrand[] };

/** Unused invitation links. */
export const Invitations = ({ invitations, brands }: InvitationsProps) => (
  <>
    <h2>Open invitations</h2>
    <DataTable
      caption="Open invitations"
      rows={invitations}
      keyOf={({ email, brand }) => `${email} ${brand}`}
      sortIn="invited"
      empty="None. An invitation waits here until its link is used, for three days at most."
      columns={[
        textColumn("E-mail address", "email", "email"),
        { label: "For", cell: (grant) => (grant.role ? describeGrant(grant, brands) : "A new password and app") },
        timeColumn("Ends", "ends", "expires_at"),
        ...(invitations.some(({ may_manage }) => may_manage) ? [{ label: "Link", cell: LinkActions }] : []),
      ]}
    />
  </>
);

/** A new link replaces the former one, which is not stored in readable form. */
const LinkActions = ({ email, role, brand, may_manage }: Invitation) =>
  may_manage && (
    <>
      {role !== "" && (
        <form method="post">
          <input type="hidden" name="act" value="invite" />
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="role" value={role} />
          <input type="hidden" name="brand" value={brand} />
          <button className="link-button" aria-label={`Make a new link for ${email}`}>
            New link
          </button>
        </form>
      )}
      <form method="post">
        <input type="hidden" name="act" value="withdraw" />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="brand" value={brand} />
        <button className="link-button" aria-label={`Withdraw the invitation to ${email}`}>
          Withdraw
        </button>
      </form>
    </>
  );
