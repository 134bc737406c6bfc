import { randomBytes, timingSafeEqual } from "node:crypto";

import { createCommonPasswords } from "./common-passwords.ts";

/** OWASP's smallest argon2id setting: about 30 ms and 19 MiB on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

/** Longer passwords are refused before hashing, at sign-up and at login. */
export const MAX_PASSWORD_LENGTH = 128;

/** `net`: the network of the request; networks take turns (concurrency/fair-queue.ts). */
export type Passwords = {
  /** A PHC string for storing: `$argon2id$v=19$m=…,t=…,p=…$SALT$HASH`. @throws ApiError 429 when too many wait */
  hash(password: string, net: string): Promise<string>;
  /**
   * Compares `password` with the stored one. Devices write a letter such as "é" in different ways, so both are compared in
   * Unicode's form NFKC, and nothing is trimmed. Without a stored hash (no such user) it takes the same time and answers
   * "wrong". "outdated": right, but to be hashed again and stored.
   * @throws ApiError 429 when too many wait
   */
  verify(stored: string | undefined, password: string, net: string): Promise<"right" | "outdated" | "wrong">;
  /** True if `password` is a common one. */
  isCommon(password: string): Promise<boolean>;
};

/** Argon2id of a password, with the parameters and the length of `cost`. */
export type Derive = (password: string, salt: Buffer, cost: Cost) => Promise<Buffer>;

/** Runs a hash when it is its network's turn. */
type TakeTurn = <T>(net: string, hash: () => Promise<T>) => Promise<T>;

/** The passwords of one brand. */
export function createPasswords({ derive, takeTurn }: { derive: Derive; takeTurn: TakeTurn }): Passwords {
  return {
    isCommon,
    hash: (password, net) =>
      takeTurn(net, async () => {
        const salt = randomBytes(SALT_BYTES);
        return format(salt, await derive(normalise(password), salt, COST));
      }),
    verify: (stored, password, net) =>
      takeTurn(net, async () => {
        const { salt, hash, ...cost } = parse(stored ?? NO_PASSWORD);
        const isSame = async (text: string) => timingSafeEqual(await derive(text, salt, cost), hash);
        const isRight = await isSame(normalise(password));
        // Earlier versions hashed passwords as they were typed.
        const wasRight = normalise(password) !== password && (await isSame(password));
        if (stored === undefined || !(isRight || wasRight)) return "wrong";
        return isRight && isCurrent(cost) ? "right" : "outdated";
      }),
  };
}

const normalise = (password: string) => password.normalize("NFKC");

const isCommon = createCommonPasswords();

export type Cost = typeof COST;

const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const format = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(hash)}`;

function parse(stored: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (!salt || !hash) throw new Error("a stored password is not an argon2id PHC string");
  const bytes = Buffer.from(hash, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { ...cost, tagLength: bytes.length, salt: Buffer.from(salt, "base64"), hash: bytes };
}

const isCurrent = (cost: Cost) => (Object.keys(COST) as (keyof Cost)[]).every((name) => cost[name] === COST[name]);

/** A hash that fits no password: for a login without a user, and for an account that nobody can use. */
export const NO_PASSWORD = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength));
