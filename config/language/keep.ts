/** Returns a function that creates a value once for each key, such as a formatter of Intl for each locale. */
export function keepByKey<T>(create: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const found = kept.get(key) ?? create(key);
    kept.set(key, found);
    return found;
  };
}
