import { connectToServer } from "../api/db/postgres/backup.ts";
import { schemaName } from "../api/db/postgres/postgres.ts";
import { CommandError } from "./command.ts";

/**
 * Creates a PostgreSQL role for each brand that can reach only its own schema.
 * @throws CommandError with the statements for an administrator, if the user of the server's URL may not create roles
 */
export async function createBrandRoles({ name, url }: { name: string; url: string }, brands: string[]): Promise<void> {
  const server = await connectToServer(url);
  try {
    for (const brand of brands) await server.createRole(schemaName(brand));
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    const user = decodeURIComponent(new URL(url).username) || "USER";
    const statements = brands.map(schemaName).map((role) => `  CREATE ROLE ${role}; GRANT ${role} TO "${user}";`);
    throw new CommandError(
      [`the user of ${name} may not create roles; have a database administrator run:`, ...statements].join("\n"),
    );
  } finally {
    await server.close();
  }
}

/**
 * The brands without a usable role of their own. The shop reaches their data as the user of DATABASE_URL, who can reach
 * all of them.
 */
export async function listSharingBrands(url: string, brands: string[]): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    const unusable = await server.listUnusableRoles(brands.map(schemaName));
    return brands.filter((brand) => unusable.includes(schemaName(brand)));
  } finally {
    await server.close();
  }
}

/** What a pooler before the server lacks; none where there is no pooler. */
export async function listPoolerLacks(url: string): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    return await server.listPoolerLacks();
  } finally {
    await server.close();
  }
}
