import { timingSafeEqual } from "node:crypto";

/** Compares two secrets in constant time. */
export function areEqualSecrets(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
