import { href } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import type { ConsoleBrand } from "../base/member.ts";

type NoApproverProps = {
  brand: ConsoleBrand;
  requests: { asked_by: string; approvers: number }[];
  /** The roles that may decide. */
  roles: string;
  /** A sentence about the ways that need no second member. */
  otherwise: string;
};

/** Explains the next steps if nobody may approve a request now. */
export function NoApprover({ brand, requests, roles, otherwise }: NoApproverProps) {
  const stuck = [...new Set(requests.filter(({ approvers }) => approvers === 0).map(({ asked_by }) => asked_by))];
  if (stuck.length === 0) return null;
  const mayInvite = brand.permissions.includes("staff.manage");
  return (
    <Alert tone="info">
      Nobody can approve now what {stuck.join(" and ")} asked for.{" "}
      {mayInvite ? <a href={href("/staff")}>Invite another member</a> : "Let an owner invite another member"} as {roles}
      . Whoever was invited, or got a new link, in the last ten days cannot yet approve what the inviter asks for, and
      the other way round. {otherwise}
    </Alert>
  );
}
