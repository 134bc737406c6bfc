import { z } from "zod";

const BrandSchema = z.object({ id: z.string(), name: z.string(), permissions: z.array(z.string()) });
export type ConsoleBrand = z.output<typeof BrandSchema>;

/** Who is signed in, and what they may do where. */
export const MeSchema = z.object({
  email: z.string(),
  name: z.string(),
  /** In all brands. */
  everywhere: z.array(z.string()),
  brands: z.array(BrandSchema),
  roles: z.array(z.string()),
});
export type Me = z.output<typeof MeSchema>;

/** What a member may do there; nothing in a brand that they may not see. */
export const permissionsOf = (me: Me, brand: string) => me.brands.find(({ id }) => id === brand)?.permissions ?? [];

/** A brand of a page behind brand-layout.tsx, which lets only brands pass that the member may see. */
export const brandIn = (me: Me, brand: string): ConsoleBrand => me.brands.find(({ id }) => id === brand)!;
