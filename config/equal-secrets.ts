import { timingSafeEqual } from "node:crypto";

/** Whether two secrets are equal, in a time that tells nothing of where they differ. */
export function areEqualSecrets(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
