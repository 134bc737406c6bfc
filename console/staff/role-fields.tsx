import type { Me } from "../base/member.ts";
import { Choice } from "../fields/choice.tsx";
import { EVERY_BRAND } from "./members-response.ts";
import { whereManages } from "./where-manages.ts";

type RoleFieldsProps = { me: Me; role?: string; brand?: string; fields?: Record<string, string> };

/** The choice of a role, and of a brand that the member manages. */
export function RoleFields({ me, role = "support", brand, fields = {} }: RoleFieldsProps) {
  const { brands, isEverywhere } = whereManages(me);
  return (
    <>
      <Choice
        name="role"
        label="Role"
        options={Object.fromEntries(me.roles.map((name) => [name, name[0]!.toUpperCase() + name.slice(1)]))}
        value={role}
      />
      <Choice
        name="brand"
        label="Brand"
        options={{
          ...Object.fromEntries(brands.map(({ id, name }) => [id, name])),
          ...(isEverywhere && { [EVERY_BRAND]: "All brands" }),
        }}
        // No brand is preselected, so that nobody gets one by accident. A single brand needs no choice.
        none={brands.length + Number(isEverywhere) > 1 ? "Choose a brand" : undefined}
        value={brand}
        error={fields.brand}
        isRequired
      />
    </>
  );
}
