import { createHash, createHmac } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { z } from "zod";

import { ApiError, unavailable } from "../base/error.ts";
import { isUniqueViolation, type Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import type { KeyedTenant } from "../domain/keys.ts";
import { hashToken, randomId } from "../domain/tokens.ts";
import {
  deleteMadeBefore,
  deleteUnmade,
  findMade,
  type FormReader,
  type FormWriter,
  insertMade,
  setMade,
} from "../repositories/forms/made-by-forms.ts";

/** The longest wait of a repeated form for the first answer, and the pause between two looks. */
const WAIT_MS = 15_000;
const LOOK_MS = 100;
/** A form without a result after this time belongs to a program that was killed, or that could not store the result. */
const LEFT_MS = 60_000;

/** The idempotency key of a form: a form that is sent several times has one effect. A caller may leave it out. */
export const FormId = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

/** A form that was sent: its id and its request. */
export type SentForm = { id?: string; asked?: unknown };

/**
 * Executes a form once: a form that is sent again, even at the same moment, gets the first answer.
 * @param make runs in the transaction `tx`; its answer is stored for a day, so it must not contain a secret
 * @throws ApiError 409 for the id of a form with another request
 */
export async function makeOnce<T extends object>(
  tx: Writer,
  form: SentForm,
  now: number,
  make: () => Promise<T>,
): Promise<T> {
  if (form.id === undefined) return make();
  const id = hashToken(form.id);
  const forms = tx.$pickTables<"made_by_forms">();
  if (!(await begin(forms, form, id, now))) return (await findMadeBefore<T>(forms, form))!;
  const made = await make();
  await setMade(forms, id, JSON.stringify(made));
  return made;
}

type Transact = <T>(run: (tx: FormWriter) => Promise<T>) => Promise<T>;

/**
 * Like makeOnce, in the staff's database, for work that does not fit into a transaction. A repeated form waits for the first
 * answer.
 * @param make gets true for a form whose program was killed, perhaps after all work but before it stored the result
 * @throws ApiError as makeOnce, and 503 if the first answer takes too long
 */
export async function makeOnceOutside<T extends object>(
  { read, transact }: { read: FormReader; transact: Transact },
  form: SentForm,
  now: () => number,
  make: (wasLeft: boolean) => Promise<T>,
): Promise<T> {
  if (form.id === undefined) return make(false);
  const id = hashToken(form.id);
  const until = Date.now() + WAIT_MS;
  const take = () =>
    transact(async (tx) => {
      const wasLeft = await deleteUnmade(tx, id, now() - LEFT_MS);
      return (await begin(tx, form, id, now())) ? { wasLeft } : undefined;
    });
  let taken = await take();
  for (; taken === undefined; taken = await take()) {
    const made = await findMadeBefore<T>(read, form);
    if (made !== undefined) return made;
    if (Date.now() > until) throw unavailable();
    await setTimeout(LOOK_MS);
  }
  const made = await make(taken.wasLeft).catch(async (error: unknown) => {
    await transact((tx) => deleteUnmade(tx, id, now() + 1));
    throw error;
  });
  await transact((tx) => setMade(tx, id, JSON.stringify(made)));
  return made;
}

/** False for a form that was sent before. */
async function begin(forms: FormWriter, form: SentForm, id: string, now: number): Promise<boolean> {
  await deleteMadeBefore(forms, now - DAY_MS);
  return insertMade(forms, { id, asked: fingerprint(form), now });
}

/** The earlier result of this form; undefined for a new one. @throws ApiError as makeOnce */
export async function findMadeBefore<T extends object>(db: FormReader, form: SentForm): Promise<T | undefined> {
  const known = form.id === undefined ? undefined : await findMade(db, hashToken(form.id));
  if (known === undefined) return undefined;
  if (known.asked !== fingerprint(form)) throw sentBefore();
  return known.made === null ? undefined : (JSON.parse(known.made) as T);
}

/** The id for the result of a form: always the same for the same form; a random one for a form without an id. */
export const idOf = (purpose: string, { id }: SentForm) =>
  id === undefined ? randomId() : hashToken(`${purpose} ${id}`);

/** For a form whose result is so old that makeOnce has deleted it. @throws ApiError 409, or the error itself */
export function refuseOldForm(error: unknown): never {
  throw isUniqueViolation(error) ? sentBefore() : error;
}

export const sentBefore = () =>
  new ApiError(
    409,
    "This form was sent before with other values. Check what it made, and send it again if you need more.",
  );

/**
 * A secret of 256 bits that only this form can get again, because the database holds only a hash of its id. Undefined for a form
 * without an id.
 */
export const secretOf = ({ keys }: KeyedTenant, purpose: string, { id }: SentForm) =>
  id === undefined ? undefined : createHmac("sha256", keys.current("form").secret).update(`${purpose} ${id}`).digest();

const fingerprint = ({ asked }: SentForm) => createHash("sha256").update(JSON.stringify(asked)).digest("base64url");
