import type { TestProject } from "vitest/node";

import { startServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

/** Starts PostgreSQL before the tests of a project run; TEST_DATABASE_URL names another server. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return project.provide("postgresUrl", given);
  const { url, stop } = await startServer();
  project.provide("postgresUrl", url);
  return stop;
}
