/** What a member may do in a brand. Each route of the console names one. */
export const PERMISSIONS = [
  "today.read",
  "orders.read",
  "orders.act",
  "orders.refund",
  "codes.reveal",
  "shoppers.read",
  "shoppers.act",
  "shoppers.export",
  "shoppers.erase",
  "coins.grant",
  "coins.approve",
  "catalogue.read",
  "catalogue.edit",
  "stock.edit",
  "brand.read",
  "brand.edit",
  "money.read",
  "money.export",
  "staff.read",
  "staff.manage",
  "audit.read",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const READ = PERMISSIONS.filter((permission) => permission.endsWith(".read"));

/** A role is a list of permissions. A member has roles in single brands or in all. */
export const ROLES = {
  owner: { about: "Everything, including the staff.", permissions: [...PERMISSIONS] },
  manager: {
    about: "Everything in a brand but its staff.",
    permissions: PERMISSIONS.filter((permission) => permission !== "staff.manage"),
  },
  catalogue: {
    about: "Cards, categories, prices and stock.",
    permissions: ["today.read", "catalogue.read", "catalogue.edit", "stock.edit", "brand.read"],
  },
  support: {
    about: "Orders, gifts and shoppers, without money.",
    permissions: [
      "today.read",
      "orders.read",
      "orders.act",
      "codes.reveal",
      "shoppers.read",
      "shoppers.act",
      "catalogue.read",
    ],
  },
  finance: {
    about: "Refunds, coins, reports and settlement.",
    permissions: [
      "today.read",
      "orders.read",
      "orders.refund",
      "shoppers.read",
      "coins.grant",
      "coins.approve",
      "money.read",
      "money.export",
    ],
  },
  auditor: { about: "Reads everything and changes nothing.", permissions: READ },
} as const satisfies Record<string, { about: string; permissions: readonly Permission[] }>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

export const isRole = (text: string): text is Role => Object.hasOwn(ROLES, text);

/** Stands for all brands in a grant. */
export const EVERY_BRAND = "*";

/** A member's role in a brand, or in all (EVERY_BRAND). */
export type Grant = { role: Role; brand: string };

/** What these grants allow in a brand; with EVERY_BRAND, what they allow in all. */
export const permissionsIn = (grants: readonly Grant[], brand: string): ReadonlySet<Permission> =>
  new Set(
    grants
      .filter((grant) => grant.brand === EVERY_BRAND || grant.brand === brand)
      .flatMap(({ role }): readonly Permission[] => ROLES[role].permissions),
  );
