import { data } from "react-router";
import { z } from "zod";

const BrandSchema = z.object({ id: z.string(), name: z.string(), permissions: z.array(z.string()) });
export type ConsoleBrand = z.output<typeof BrandSchema>;

/** The signed-in member and their permissions in each brand. */
export const MeSchema = z.object({
  email: z.string(),
  name: z.string(),
  /** Permissions in all brands. */
  everywhere: z.array(z.string()),
  brands: z.array(BrandSchema),
  roles: z.array(z.string()),
  has_passkeys: z.boolean(),
  /** False for the demo's member, who has no codes to enter. */
  has_app: z.boolean(),
});
export type Me = z.output<typeof MeSchema>;

/** A brand that the member may see. @throws 404 for any other, as for one that does not exist */
export function brandIn(me: Me, brand: string): ConsoleBrand {
  const found = me.brands.find(({ id }) => id === brand);
  if (found === undefined) throw data(null, 404);
  return found;
}

/** As `brandIn`, for a page that needs a permission. @throws 404, as for a page that does not exist */
export function brandWith(me: Me, brand: string, permission: string): ConsoleBrand {
  const found = brandIn(me, brand);
  if (!found.permissions.includes(permission)) throw data(null, 404);
  return found;
}
