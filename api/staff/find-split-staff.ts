import { findServer, type Places } from "../db/servers/servers.ts";

type Placed = { id: string; database?: string };

/**
 * The reason for which each replica may have a separate staff: brands are on PostgreSQL, and the staff's data, which have no
 * field `database`, are in a file. Undefined if they are not.
 */
export function findSplitStaff(places: Places, brands: readonly Placed[]): string | undefined {
  if (findServer(places).url !== undefined) return undefined;
  const onServers = brands.filter(({ database = "sqlite" }) => database !== "sqlite").map(({ id }) => id);
  if (onServers.length === 0) return undefined;
  const where = onServers.length === 1 ? "is on a server" : "are on servers";
  return (
    `is not set, so members of the staff, drafts and the audit are in DATA_DIR, while ${onServers.join(", ")} ${where}: ` +
    "each replica with a DATA_DIR of its own has a staff of its own"
  );
}
