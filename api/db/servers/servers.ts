import type { Logger } from "pino";

import { BrandClosedError, type Databases, type ListChanged } from "../database.ts";
import { createPostgresDatabases } from "../postgres/postgres.ts";
import { createSqliteDatabases } from "../sqlite/sqlite.ts";

/** The database settings of the environment: `databaseUrls` by the name of its variable. */
export type Places = { DATA_DIR: string; databaseUrls: Record<string, string> };

/** A PostgreSQL server, or the folder of SQLite's files, which has no URL. */
export type Server = { name: string; url?: string };

const SQLITE: Server = { name: "sqlite" };

/**
 * The server that keeps a brand's data.
 * @param database the field of its tenant.json; absent: DATABASE_URL if it is set, else SQLite
 * @throws BrandClosedError when the environment has no such variable
 */
export function findServer({ databaseUrls }: Places, database?: string): Server {
  const name = database ?? (databaseUrls.DATABASE_URL === undefined ? SQLITE.name : "DATABASE_URL");
  if (name === SQLITE.name) return SQLITE;
  const url = databaseUrls[name];
  if (url === undefined)
    throw new BrandClosedError(`${name} is not set: it must hold the URL of the server with the brand's data`);
  return { name, url };
}

/** A server with the brands that belong on it. */
type OpenServer = { name: string; databases: Databases; brands: Set<string> };

/** Opens every brand's database on the server in its tenant.json, with one pool for each server. */
export function createServers(places: Places, log: Logger, isTraced = false): Databases {
  const open = new Map<string, OpenServer>();
  const versions = new Map<string, number>();
  let isHeld = false;
  /** True after an answer of any server: then a silent server keeps only its own brands closed. */
  let hasAnswered = false;

  function connectTo({ name, url }: Server): OpenServer {
    const key = url ?? SQLITE.name; // two variables may hold the same server
    const known = open.get(key);
    if (known !== undefined) return known;
    const databases =
      url === undefined
        ? createSqliteDatabases(places.DATA_DIR, isTraced)
        : createPostgresDatabases(url, log, isTraced);
    const server = { name, databases, brands: new Set<string>() };
    open.set(key, server);
    return server;
  }

  /** Assigns the brand to its server, and removes it from a former one. */
  function place(tenantId: string, database?: string): OpenServer {
    for (const { brands } of open.values()) brands.delete(tenantId);
    const server = connectTo(findServer(places, database));
    server.brands.add(tenantId);
    return server;
  }

  const list = () => [...open.values()];

  const servers: Databases = {
    async prepare(tenantIds, serverOf = () => undefined) {
      const failed = new Map<string, Error>();
      const asked = new Map<OpenServer, string[]>();
      for (const id of tenantIds)
        try {
          const server = place(id, serverOf(id));
          const ids = asked.get(server);
          if (ids === undefined) asked.set(server, [id]);
          else ids.push(id);
        } catch (error) {
          failed.set(id, error as Error);
        }
      const prepared = await Promise.allSettled(
        [...asked].map(async ([{ databases }, ids]) => {
          if (isHeld) await databases.hold();
          return databases.prepare(ids);
        }),
      );
      const down = prepared.filter((one) => one.status === "rejected");
      hasAnswered ||= down.length < prepared.length;
      if (down.length > 0 && !hasAnswered) throw down[0]!.reason;
      for (const [at, ids] of [...asked.values()].entries()) {
        const one = prepared[at]!;
        for (const id of ids) {
          const error = one.status === "rejected" ? (one.reason as Error) : one.value.get(id);
          if (error !== undefined) failed.set(id, error);
        }
      }
      return failed;
    },

    async connect(tenantId, database) {
      return place(tenantId, database).databases.connect(tenantId);
    },

    async open(tenantId, database) {
      return place(tenantId, database).databases.open(tenantId);
    },

    mostOpen: (engine) => Math.min(...list().map(({ databases }) => databases.mostOpen(engine))),

    forget(tenantId) {
      versions.delete(tenantId);
      for (const { databases, brands } of list()) {
        brands.delete(tenantId);
        databases.forget(tenantId);
      }
    },

    async hold() {
      await Promise.all(list().map(({ databases }) => databases.hold()));
      isHeld = true;
    },

    watch: () => watchAll(open),

    /** If a server does not answer, the last versions of its brands count. */
    async readCatalogueVersions() {
      const answers = await Promise.allSettled(list().map(({ databases }) => databases.readCatalogueVersions()));
      const [first] = answers;
      if (first?.status === "rejected" && answers.every(({ status }) => status === "rejected")) throw first.reason;
      for (const [at, { brands }] of list().entries()) {
        const answer = answers[at];
        if (answer?.status !== "fulfilled") continue;
        for (const [id, version] of answer.value) if (brands.has(id)) versions.set(id, version);
      }
      return versions;
    },

    look() {
      const uses = list().map(({ databases }) => databases.look());
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
    },

    async ping() {
      if (open.size === 0) connectTo(findServer(places)); // no brand has named another one yet
      const inUse = list().filter(({ brands }) => brands.size > 0 || open.size === 1);
      const answers = await Promise.allSettled(inUse.map(({ databases }) => databases.ping()));
      const down = inUse.flatMap(({ name }, at) => {
        const answer = answers[at]!;
        return answer.status === "rejected" ? [{ name, error: answer.reason as unknown }] : [];
      });
      if (down.length > 0 && down.length === inUse.length) throw down[0]!.error;
      return down;
    },

    close: async () => void (await Promise.all(list().map(({ databases }) => databases.close()))),
  };
  return servers;
}

/** A server that could not report changes names all of its brands at its next report. */
function watchAll(open: ReadonlyMap<string, OpenServer>): ListChanged {
  const watchers = new Map<OpenServer, ListChanged>();

  async function listOf(server: OpenServer): Promise<ReadonlySet<string>> {
    const listChanged = watchers.get(server) ?? server.databases.watch();
    watchers.set(server, listChanged);
    const changed = await listChanged();
    return changed === "all" ? new Set(server.brands) : changed;
  }

  return async () => {
    const lists = await Promise.allSettled([...open.values()].map(listOf));
    const known = lists.flatMap((list) => (list.status === "fulfilled" ? [list.value] : []));
    // If a single server fails, the readiness check reports it.
    const [first] = lists;
    if (first?.status === "rejected" && known.length === 0) throw first.reason;
    return new Set(known.flatMap((brands) => [...brands]));
  };
}
