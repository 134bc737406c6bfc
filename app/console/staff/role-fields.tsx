import type { ConsoleBrand } from "../member.ts";
import { EVERY_BRAND } from "./members-answer.ts";

type RoleFieldsProps = { roles: string[]; brands: ConsoleBrand[]; role?: string; brand?: string };

/** Which role, and where. */
export const RoleFields = ({ roles, brands, role = "support", brand }: RoleFieldsProps) => (
  <>
    <div className="field">
      <label htmlFor="role">Role</label>{" "}
      <select id="role" name="role" className="input" defaultValue={role}>
        {roles.map((name) => (
          <option key={name} value={name}>
            {name[0]!.toUpperCase() + name.slice(1)}
          </option>
        ))}
      </select>
    </div>
    <div className="field">
      <label htmlFor="brand">Brand</label>{" "}
      <select id="brand" name="brand" className="input" defaultValue={brand ?? brands[0]?.id}>
        {brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={EVERY_BRAND}>All brands</option>
      </select>
    </div>
  </>
);
