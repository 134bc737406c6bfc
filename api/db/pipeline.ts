/**
 * Waits for queries of one transaction that need nothing of each other's answers: PostgreSQL gets them in one round trip
 * and runs them in the order in which they were called. Unlike Promise.all it leaves none under way when one has failed.
 * @throws the first error: those behind it may only say that the transaction has failed
 */
export async function pipeline<Queries extends readonly unknown[]>(
  queries: readonly [...Queries],
): Promise<{ -readonly [Key in keyof Queries]: Awaited<Queries[Key]> }> {
  const errors: unknown[] = [];
  const noted = queries.map(async (query) => {
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
