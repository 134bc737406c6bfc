import { startServer } from "./postgres-server.ts";

/**
 * Starts PostgreSQL before the tests of the first project run. TEST_DATABASE_URL names it, or one that exists. Projects
 * close in any order and all use it, so it ends with the run's process.
 */
export default async function setup() {
  process.env.TEST_DATABASE_URL ??= (await startServer()).url;
}
