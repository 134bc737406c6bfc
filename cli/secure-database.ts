import { connectToServer } from "../api/db/postgres/backup.ts";
import { schemaName } from "../api/db/postgres/postgres.ts";
import { CommandError } from "./command.ts";

/**
 * Gives each brand a role on PostgreSQL that reaches its own schema only, for the shop to work in.
 * @throws CommandError where the user of `url` may not make roles, with what an administrator runs instead
 */
export async function createBrandRoles(url: string, brands: string[]): Promise<void> {
  const server = await connectToServer(url);
  try {
    for (const brand of brands) await server.createRole(schemaName(brand));
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    const user = decodeURIComponent(new URL(url).username) || "USER";
    const statements = brands.map(schemaName).map((role) => `  CREATE ROLE ${role}; GRANT ${role} TO "${user}";`);
    throw new CommandError(
      ["the user of DATABASE_URL may not make roles; have an administrator of the database run:", ...statements].join(
        "\n",
      ),
    );
  } finally {
    await server.close();
  }
}

/** The brands whose data the shop reaches as the user of DATABASE_URL, who reaches all of them. */
export async function listSharingBrands(url: string, brands: string[]): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    const unusable = await server.listUnusableRoles(brands.map(schemaName));
    return brands.filter((brand) => unusable.includes(schemaName(brand)));
  } finally {
    await server.close();
  }
}
