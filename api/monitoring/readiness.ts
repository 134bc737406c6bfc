import { type Databases, isDatabaseUnavailable } from "../db/database.ts";

/** One question to the database answers everybody who asks within a second. */
const FRESH_MS = 1_000;

export type Health = {
  /** Why no request can be answered; undefined when all is well. */
  problem?: string;
  /** What is in trouble and keeps nobody from being answered. */
  notes: string[];
};

type Options = { databases: Databases; isMailDown(): boolean; now?: () => number };

/** Whether the API can answer requests. Never rejects. */
export function createHealth({ databases, isMailDown, now = Date.now }: Options): () => Promise<Health> {
  let asked = { at: -Infinity, problem: Promise.resolve<string | undefined>(undefined) };

  const ask = () =>
    databases.ping().then(
      () => undefined,
      (error: unknown) =>
        `the database ${isDatabaseUnavailable(error) ? "cannot be reached" : "does not answer"} (${describe(error)})`,
    );

  return async () => {
    if (now() - asked.at >= FRESH_MS) asked = { at: now(), problem: ask() };
    const notes = isMailDown() ? ["mail waits: the mail server fails"] : [];
    return { problem: await asked.problem, notes };
  };
}

/** Says nothing of addresses or names. */
const describe = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "no answer within a second";
