import { createPostgresSide } from "../db/move/postgres-side.ts";
import { createSqliteSide } from "../db/move/sqlite-side.ts";
import { createBrandRoles } from "../db/postgres/brand-roles.ts";
import { findServer, type Places } from "../db/servers/servers.ts";

/** Each database that was open has rows in these tables. */
const OF_EACH = ["migrations", "mornings"];

/**
 * True if data exist under a new brand's id, such as those of a removed brand: the new brand would open with its shoppers and
 * orders. @throws when the database cannot be read
 */
export async function hasLeftData(places: Places, brand: string): Promise<boolean> {
  const { url } = findServer(places);
  const side = url === undefined ? createSqliteSide(places.DATA_DIR, brand) : createPostgresSide(url, brand);
  try {
    const { state } = await side.look();
    if (state !== "open") return state !== "absent";
    const snapshot = await side.takeSnapshot();
    try {
      for (const { name } of await snapshot.listTables()) {
        const rows = snapshot.read.selectFrom(name as "users").select(({ lit }) => lit(1).as("one"));
        if (!OF_EACH.includes(name) && (await rows.limit(1).executeTakeFirst()) !== undefined) return true;
      }
      return false;
    } finally {
      await snapshot.end();
    }
  } finally {
    await side.close();
  }
}

/**
 * Creates a separate role for a new brand whose data will be on PostgreSQL.
 * @returns the reason why it has none, for the operator; undefined if it has one, or needs none. @throws when the server cannot
 * be reached
 */
export async function createRole(places: Places, brand: string): Promise<string | undefined> {
  const { name, url } = findServer(places);
  const statements = url === undefined ? [] : await createBrandRoles(url, [brand]);
  if (statements.length === 0) return undefined;
  return `the user of ${name} may not create roles; have a database administrator run: ${statements.join(" ")}`;
}
