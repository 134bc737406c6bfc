import type { Health } from "../../config/process/readiness.ts";
import { type Databases, isDatabaseUnavailable } from "../db/database.ts";

type Options = { databases: Databases; isMailDown(): boolean };

/** The state of the databases, and other problems. Never rejects. */
export const createHealth =
  ({ databases, isMailDown }: Options) =>
  async (): Promise<Health> => {
    const { problem, notes } = await databases.ping().then(
      (down): Health => ({
        notes: down.map(({ error }) => `some brands are closed: a database server ${describe(error)}`),
      }),
      (error: unknown): Health => ({ problem: `the database ${describe(error)}`, notes: [] }),
    );
    return { problem, notes: [...notes, ...(isMailDown() ? ["mail waits: the mail server fails"] : [])] };
  };

/** Describes an error without addresses or names. */
const describe = (error: unknown) =>
  `${isDatabaseUnavailable(error) ? "cannot be reached" : "does not answer"} (${
    error instanceof Error && "code" in error ? String(error.code) : "no answer within a second"
  })`;
