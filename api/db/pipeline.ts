type Answers<Queries extends readonly unknown[]> = { -readonly [Key in keyof Queries]: Awaited<Queries[Key]> };

/**
 * Waits for independent queries of one transaction. PostgreSQL receives them in one round trip and runs them in the order of the
 * calls. Unlike Promise.all, it waits for all of them even when one fails.
 * @throws the first error, because later ones may only report the failed transaction
 */
export async function pipeline<Queries extends readonly unknown[]>(
  queries: readonly [...Queries],
): Promise<Answers<Queries>> {
  const errors: unknown[] = [];
  const noted = queries.map(async (query: unknown) => {
    try {
      return await query;
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  });
  const values = await Promise.all(noted);
  if (errors.length > 0) throw errors[0];
  return values as never;
}

/**
 * Takes locks and reads under them in one round trip. Until the transaction ends, nobody can change the locked rows
 * that `read` returns. Lock names before rows (locks.ts).
 * @throws like `pipeline`
 */
export async function lockThenRead<Locks extends readonly unknown[], Reads extends readonly unknown[]>(
  lock: () => readonly [...Locks],
  read: () => readonly [...Reads],
): Promise<{ locked: Answers<Locks>; found: Answers<Reads> }> {
  const locks = lock(); // sent first, so the database runs them first
  const reads = read();
  const answers: unknown[] = await pipeline([...locks, ...reads]);
  return { locked: answers.slice(0, locks.length) as never, found: answers.slice(locks.length) as never };
}
