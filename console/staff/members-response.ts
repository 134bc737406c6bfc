import { z } from "zod";

const GrantSchema = z.object({ role: z.string(), brand: z.string() });

/** GET /_staff/members. */
export const MembersSchema = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      created_at: z.number(),
      disabled_at: z.number().nullable(),
      grants: z.array(GrantSchema.extend({ may_revoke: z.boolean() })),
      may_manage: z.boolean(),
    }),
  ),
  invitations: z.array(
    GrantSchema.extend({
      email: z.string(),
      created_at: z.number(),
      expires_at: z.number(),
      may_manage: z.boolean(),
    }),
  ),
});

export type StaffMember = z.output<typeof MembersSchema>["members"][number];
export type Invitation = z.output<typeof MembersSchema>["invitations"][number];
export type Grant = z.output<typeof GrantSchema>;

export const EVERY_BRAND = "*";

/** Such as "Support of Aurora", or "Owner of all brands". */
export function describeGrant({ role, brand }: Grant, brands: { id: string; name: string }[]): string {
  const where = brand === EVERY_BRAND ? "all brands" : (brands.find(({ id }) => id === brand)?.name ?? brand);
  return `${role[0]!.toUpperCase()}${role.slice(1)} of ${where}`;
}

/** Such as "Support of Aurora, Finance of Aurora". */
export const describeGrants = (grants: Grant[], brands: { id: string; name: string }[]) =>
  grants.map((grant) => describeGrant(grant, brands)).join(", ");
