import { startServer } from "./postgres-server.ts";

/** Starts PostgreSQL before the tests of the first project run. TEST_DATABASE_URL names it, or one that exists. */
export default async function setup() {
  if (process.env.TEST_DATABASE_URL !== undefined) return;
  const { url, stop } = await startServer();
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await stop();
  };
}
