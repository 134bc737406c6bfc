import { writeFileSync } from "node:fs";

import { format } from "prettier";
import { z } from "zod";

import { TenantSchema } from "../config/brand/schema.ts";

/** The JSON Schema of tenant.json for editors: the allowed input, before defaults are filled in. */
export const tenantJsonSchema = () => ({
  title: "A brand of Awning",
  ...z.toJSONSchema(TenantSchema, { io: "input" }),
});

/** `node scripts/tenant-schema.ts` writes it beside the brands; each tenant.json refers to it in "$schema". */
if (import.meta.main) {
  const file = new URL("../tenants/tenant.schema.json", import.meta.url);
  writeFileSync(file, await format(JSON.stringify(tenantJsonSchema()), { parser: "json", printWidth: 120 }));
}
