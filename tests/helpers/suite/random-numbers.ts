/** Numbers from 0 to 1 that repeat for the same seed (xorshift32). */
export function randomNumbers(seed: number): () => number {
  let state = seed * 2654435761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
