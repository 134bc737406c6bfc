/** The permissions of a member in a brand. Each route of the console names one. */
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
  "jobs.read",
  "brand.read",
  "brand.edit",
  "brand.create",
  "payments.edit",
  "selling.resume",
  "money.read",
  "money.export",
  "integrations.read",
  "integrations.edit",
  "staff.read",
  "staff.manage",
  "audit.read",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/**
 * With `payments.edit`, a member could redirect the brand's money. `selling.resume` is for members who are responsible for the
 * money that the gateway receives.
 */
const NOT_FOR_MANAGERS: Permission[] = ["staff.manage", "brand.create", "payments.edit", "selling.resume"];

const READ = PERMISSIONS.filter((permission) => permission.endsWith(".read"));

/** A role is a list of permissions. A member has roles in single brands or in all. */
export const ROLES = {
  owner: { about: "Everything, including the staff.", permissions: [...PERMISSIONS] },
  manager: {
    about: "Everything in a brand but its staff, who is paid, and selling again after a stop.",
    permissions: PERMISSIONS.filter((permission) => !NOT_FOR_MANAGERS.includes(permission)),
  },
  catalogue: {
    about: "Cards, categories, prices and stock.",
    permissions: ["today.read", "catalogue.read", "catalogue.edit", "stock.edit", "jobs.read", "brand.read"],
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
      "jobs.read",
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
      "selling.resume",
      "jobs.read",
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

/** The brands in which these grants allow something: EVERY_BRAND for all, also for future ones. */
export type Scope = typeof EVERY_BRAND | ReadonlySet<string>;

/** The brands in which these grants allow it; undefined for none. */
export function scopeOf(grants: readonly Grant[], permission: Permission): Scope | undefined {
  if (permissionsIn(grants, EVERY_BRAND).has(permission)) return EVERY_BRAND;
  const brands = grants.map(({ brand }) => brand).filter((brand) => permissionsIn(grants, brand).has(permission));
  return brands.length === 0 ? undefined : new Set(brands);
}

export const isWithin = (scope: Scope, brand: string) => scope === EVERY_BRAND || scope.has(brand);

/**
 * True if the scope contains all brands in which a member has roles. A member without roles is only within the scope of all
 * brands.
 */
export const covers = (scope: Scope, brands: readonly string[]) =>
  scope === EVERY_BRAND || (brands.length > 0 && brands.every((brand) => scope.has(brand)));

/**
 * True if somebody with the grants `held` may give this one: in a brand whose staff they manage, and with no more permissions
 * than their own.
 */
export function mayGive(held: readonly Grant[], { role, brand }: Grant): boolean {
  const permissions = permissionsIn(held, brand);
  return permissions.has("staff.manage") && ROLES[role].permissions.every((permission) => permissions.has(permission));
}

/** The permissions of these grants in a brand; with EVERY_BRAND, those in all brands. */
export const permissionsIn = (grants: readonly Grant[], brand: string): ReadonlySet<Permission> =>
  new Set(
    grants
      .filter((grant) => grant.brand === EVERY_BRAND || grant.brand === brand)
      .flatMap(({ role }): readonly Permission[] => ROLES[role].permissions),
  );
