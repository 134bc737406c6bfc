import type { Databases, DatabaseUse, DownServer, ListChanged } from "../database.ts";

/** A server in use, with the brands that are to be on it. */
export type OpenServer = { name: string; databases: Databases; brands: Set<string> };

type Prepared = PromiseSettledResult<ReadonlyMap<string, Error>>;

/**
 * The brands that are not prepared, each with its error. All brands of a server that failed have the server's error.
 * @param asked the brands of each server, in the order of `prepared`
 */
export function listFailures(asked: string[][], prepared: Prepared[]): [id: string, error: Error][] {
  return asked.flatMap((ids, at) => {
    const one = prepared[at]!;
    return ids.flatMap((id): [string, Error][] => {
      const error = one.status === "rejected" ? (one.reason as Error) : one.value.get(id);
      return error === undefined ? [] : [[id, error]];
    });
  });
}

/** Reads new versions into `versions`. The last versions of a brand count while its server does not answer. */
export async function readCatalogueVersions(servers: OpenServer[], versions: Map<string, number>): Promise<void> {
  const answers = await Promise.allSettled(servers.map(({ databases }) => databases.readCatalogueVersions()));
  const [first] = answers;
  if (first?.status === "rejected" && answers.every(({ status }) => status === "rejected")) throw first.reason;
  for (const [at, { brands }] of servers.entries()) {
    const answer = answers[at];
    if (answer?.status !== "fulfilled") continue;
    for (const [id, version] of answer.value) if (brands.has(id)) versions.set(id, version);
  }
}

/** Adds up the transactions and pools of servers. SQLite has no pool. */
export function sumUses(uses: DatabaseUse[]): DatabaseUse {
  const pools = uses.flatMap(({ pool }) => (pool === undefined ? [] : [pool]));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    transactions: sum(uses.map(({ transactions }) => transactions)),
    pool:
      pools.length === 0
        ? undefined
        : {
            total: sum(pools.map(({ total }) => total)),
            idle: sum(pools.map(({ idle }) => idle)),
            waiting: sum(pools.map(({ waiting }) => waiting)),
          },
  };
}

/** Returns the servers that do not answer. @throws the first server's error if none answers */
export async function pingServers(servers: OpenServer[]): Promise<DownServer[]> {
  const answers = await Promise.allSettled(servers.map(({ databases }) => databases.ping()));
  const down = servers.flatMap(({ name }, at) => {
    const answer = answers[at]!;
    return answer.status === "rejected" ? [{ name, error: answer.reason as unknown }] : [];
  });
  if (down.length > 0 && down.length === servers.length) throw down[0]!.error;
  return down;
}

/** A server that cannot tell names all of its brands once it can again. */
export function watchServers(list: () => OpenServer[]): ListChanged {
  const watchers = new Map<OpenServer, ListChanged>();

  async function listOf(server: OpenServer): Promise<ReadonlySet<string>> {
    const listChanged = watchers.get(server) ?? server.databases.watch();
    watchers.set(server, listChanged);
    const changed = await listChanged();
    return changed === "all" ? new Set(server.brands) : changed;
  }

  return async () => {
    const lists = await Promise.allSettled(list().map(listOf));
    const known = lists.flatMap((list) => (list.status === "fulfilled" ? [list.value] : []));
    // Readiness tells of one server that is gone.
    const [first] = lists;
    if (first?.status === "rejected" && known.length === 0) throw first.reason;
    return new Set(known.flatMap((brands) => [...brands]));
  };
}
