type Answers<Queries extends readonly unknown[]> = { -readonly [Key in keyof Queries]: Awaited<Queries[Key]> };

/**
 * Waits for queries of one transaction that need nothing of each other's answers: PostgreSQL gets them in one round trip
 * and runs them in the order in which they were called. Unlike Promise.all it leaves none under way when one has failed.
 * @throws the first error: those behind it may only say that the transaction has failed
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
 * Takes locks and then reads under them, in one round trip: nobody changes what `read` finds and the locks protect before
 * the transaction ends. Names are locked before rows (locks.ts).
 * @throws as pipeline
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
