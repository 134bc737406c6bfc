import { connectToServer } from "../../api/db/postgres/backup.ts";
import { createBrandRoles } from "../../api/db/postgres/brand-roles.ts";
import { schemaName } from "../../api/db/postgres/postgres.ts";
import { CommandError } from "../command/command.ts";

/** @throws CommandError with the statements for an administrator, if the user in the URL may not create roles */
export async function secureBrands({ name, url }: { name: string; url: string }, brands: string[]): Promise<void> {
  const statements = await createBrandRoles(url, brands);
  if (statements.length === 0) return;
  const lines = statements.map((statement) => `  ${statement}`);
  throw new CommandError(
    [`the user of ${name} may not create roles; have a database administrator run:`, ...lines].join("\n"),
  );
}

/** The brands without a usable role. The shop reaches their data as the user of DATABASE_URL, which can reach all of them. */
export async function listSharingBrands(url: string, brands: string[]): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    const unusable = await server.listUnusableRoles(brands.map(schemaName));
    return brands.filter((brand) => unusable.includes(schemaName(brand)));
  } finally {
    await server.close();
  }
}

/** The missing features of a pooler before the server; none without a pooler. */
export async function listPoolerLacks(url: string): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    return await server.listPoolerLacks();
  } finally {
    await server.close();
  }
}
