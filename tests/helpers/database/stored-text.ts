import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

type Storage = { dataDir: string; url: string | undefined };

/** All data that a test's shops have stored: each file below the data folder, and each row on PostgreSQL. */
export async function readStored({ dataDir, url }: Storage): Promise<string> {
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dataDir, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"));
  return [...files, ...(url === undefined ? [] : await readRows(url))].join("\n");
}

async function readRows(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname like 'awning%'",
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const found = await client.query<{ text: string }>(`select one::text as text from ${name} one`);
      rows.push(...found.rows.map(({ text }) => text));
    }
    return rows;
  } finally {
    await client.end();
  }
}
