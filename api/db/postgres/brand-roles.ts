import { connectToServer } from "./backup.ts";
import { schemaName } from "./postgres.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Creates a PostgreSQL role for each brand that can reach only its own schema.
 * @returns the statements for an administrator, if the user in the URL may not create roles; else none
 */
export async function createBrandRoles(url: string, brands: string[]): Promise<string[]> {
  const server = await connectToServer(url);
  try {
    for (const brand of brands) await server.createRole(schemaName(brand));
    return [];
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const user = decodeURIComponent(new URL(url).username) || "USER";
    return brands.map(schemaName).map((role) => `CREATE ROLE ${role}; GRANT ${role} TO "${user}";`);
  } finally {
    await server.close();
  }
}
