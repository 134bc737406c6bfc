/**
 * Waits for queries of one transaction that need nothing of each other's answers: PostgreSQL gets them in one round trip
 * and runs them in their order. Unlike Promise.all it leaves none under way when one has failed.
 * @throws the error of the first that failed
 */
export async function together<Queries extends readonly unknown[]>(
  queries: readonly [...Queries],
): Promise<{ -readonly [Key in keyof Queries]: Awaited<Queries[Key]> }> {
  const outcomes = await Promise.allSettled(queries);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }) as never;
}
