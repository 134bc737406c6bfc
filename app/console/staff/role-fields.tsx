import { Choice } from "../choice.tsx";
import type { ConsoleBrand } from "../member.ts";
import { EVERY_BRAND } from "./members-answer.ts";

type RoleFieldsProps = { roles: string[]; brands: ConsoleBrand[]; role?: string; brand?: string };

/** Which role, and where. */
export const RoleFields = ({ roles, brands, role = "support", brand }: RoleFieldsProps) => (
  <>
    <Choice
      name="role"
      label="Role"
      options={Object.fromEntries(roles.map((name) => [name, name[0]!.toUpperCase() + name.slice(1)]))}
      value={role}
    />
    <Choice
      name="brand"
      label="Brand"
      options={{ ...Object.fromEntries(brands.map(({ id, name }) => [id, name])), [EVERY_BRAND]: "All brands" }}
      value={brand ?? brands[0]?.id ?? EVERY_BRAND}
    />
  </>
);
