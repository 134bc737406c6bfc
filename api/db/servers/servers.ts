import type { Logger } from "pino";

import { BrandClosedError, type Databases } from "../database.ts";
import { createPostgresDatabases } from "../postgres/postgres.ts";
import { createSqliteDatabases } from "../sqlite/sqlite.ts";
import {
  listFailures,
  type OpenServer,
  pingServers,
  readCatalogueVersions,
  sumUses,
  watchServers,
} from "./open-servers.ts";

/** What the environment says about databases: `databaseUrls` by the name of its variable. */
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

/** Every brand's database on the server that its tenant.json names, with one pool for each server. */
export function createServers(places: Places, log: Logger, isTraced = false): Databases {
  const open = new Map<string, OpenServer>();
  const versions = new Map<string, number>();
  let isHeld = false;
  /** Any server did: then one that does not keeps its own brands closed, and no others. */
  let hasAnswered = false;

  function connectTo({ name, url }: Server): OpenServer {
    const key = url ?? SQLITE.name; // two variables may name one server
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

  /** The brand's server, and no longer the one where it was before. */
  function place(tenantId: string, database?: string): OpenServer {
    for (const { brands } of open.values()) brands.delete(tenantId);
    const server = connectTo(findServer(places, database));
    server.brands.add(tenantId);
    return server;
  }

  const list = () => [...open.values()];

  return {
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
      for (const [id, error] of listFailures([...asked.values()], prepared)) failed.set(id, error);
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

    watch: () => watchServers(list),

    async readCatalogueVersions() {
      await readCatalogueVersions(list(), versions);
      return versions;
    },

    look: () => sumUses(list().map(({ databases }) => databases.look())),

    async ping() {
      if (open.size === 0) connectTo(findServer(places)); // no brand names another one yet
      return pingServers(list().filter(({ brands }) => brands.size > 0 || open.size === 1));
    },

    close: async () => void (await Promise.all(list().map(({ databases }) => databases.close()))),
  };
}
