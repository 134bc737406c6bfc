import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

import { createCommonPasswords } from "./common-passwords.ts";

/** OWASP's smallest argon2id setting: about 30 ms and 19 MiB on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

/** Longer ones are refused before they are hashed, at sign-up and at login alike. */
export const MAX_PASSWORD_LENGTH = 128;

/** Too many hashes are waiting already: the caller answers 429. */
type Busy = "busy";

export type Passwords = {
  /** A PHC string for storing: `$argon2id$v=19$m=…,t=…,p=…$SALT$HASH`. */
  hash(password: string): Promise<string | Busy>;
  /**
   * Whether `password` is the one that was stored, compared exactly as received. Without a stored hash (no such
   * user) it takes the same time and answers "wrong". "outdated": right, but to be hashed again and stored.
   */
  verify(stored: string | undefined, password: string): Promise<"right" | "outdated" | "wrong" | Busy>;
  /** Whether `password` is one of those that everybody uses. */
  isCommon(password: string): Promise<boolean>;
};

/** One for the whole process: hashing is the dearest thing it does, so few run at once and few more may wait. */
export function createPasswords({ concurrent = 2, waiting = 50, derive = argon2id } = {}): Passwords {
  const run = createQueue(concurrent, waiting);
  return {
    isCommon: createCommonPasswords(),
    hash: (password) =>
      run(async () => {
        const salt = randomBytes(SALT_BYTES);
        return format(salt, await derive(password, salt, COST));
      }),
    verify: (stored, password) =>
      run(async () => {
        const { salt, hash, ...cost } = parse(stored ?? DUMMY);
        const isRight = timingSafeEqual(await derive(password, salt, cost), hash);
        if (!isRight || stored === undefined) return "wrong";
        return isCurrent(cost) ? "right" : "outdated";
      }),
  };
}

type Cost = typeof COST;

const argon2id = (password: string, nonce: Buffer, cost: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, hash: Buffer) => (error ? reject(error) : resolve(hash));
    argon2("argon2id", { message: password, nonce, ...cost }, done);
  });

const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const format = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(hash)}`;

function parse(stored: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (!salt || !hash) throw new Error("a stored password is no argon2id PHC string");
  const bytes = Buffer.from(hash, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { ...cost, tagLength: bytes.length, salt: Buffer.from(salt, "base64"), hash: bytes };
}

const isCurrent = (cost: Cost) => (Object.keys(COST) as (keyof Cost)[]).every((name) => cost[name] === COST[name]);

/** What a login without a user is compared with. */
const DUMMY = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength));

function createQueue(concurrent: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(task: () => Promise<T>): Promise<T | Busy> {
    if (running >= concurrent) {
      if (queue.length >= waiting) return "busy";
      await new Promise<void>((resolve) => queue.push(resolve)); // a finished hash passes its place on
    } else running++;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
