import { readFileSync } from "node:fs";
import { join } from "node:path";

import { readAt, type WrittenMessages } from "../../api/setup/edit-messages.ts";
import { type Tenant, TenantSchema } from "../../config/brand/schema.ts";
import { CommandError } from "./command.ts";
import { findEmbedded } from "./open-shop.ts";
import { readEnv } from "./read-env.ts";
import type { Terminal } from "./terminal.ts";
import { setTenantField } from "./write-tenant-file.ts";

type Edit = {
  /** The place in `messages`, for the line that shows the change. */
  path: string[];
  change(messages: WrittenMessages): WrittenMessages | undefined;
  /** Called with the brand after the change, before it is written. @throws CommandError to write nothing */
  confirm?(tenant: Tenant): Promise<void>;
};

/** Changes `messages` in a brand's tenant.json, if the file is valid afterwards. @throws CommandError */
export async function editMessages(terminal: Terminal, brand: string, { path, change, confirm }: Edit): Promise<void> {
  const { TENANTS_DIR } = readEnv(terminal);
  const { tenant } = findEmbedded(TENANTS_DIR, brand);
  const file = join(TENANTS_DIR, tenant.id, "tenant.json");
  const written = JSON.parse(readFileSync(file, "utf8")) as { messages?: WrittenMessages };
  const former = written.messages ?? {};
  const next = change(former);
  const parsed = TenantSchema.safeParse({ ...written, messages: next });
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new CommandError(`${reasons.join("; ")}; nothing was written`);
  }
  await confirm?.({ ...tenant, ...parsed.data });
  const show = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));
  terminal.print(
    `${["messages", ...path].join(".")}: ${show(readAt(former, path))} -> ${show(readAt(next ?? {}, path))}`,
  );
  if (setTenantField(file, "messages", next)) return terminal.print(`Wrote "messages" to ${file}.`);
  terminal.print(`${file} cannot be written. Add to it: "messages": ${JSON.stringify(next ?? {})}`);
}
