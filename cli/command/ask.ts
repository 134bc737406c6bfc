import { createInterface } from "node:readline/promises";

import type { Terminal } from "./terminal.ts";

/** Asks a question that only "yes" affirms. The end of the input counts as no. */
export async function ask({ stdin, print }: Pick<Terminal, "stdin" | "print">, question: string): Promise<boolean> {
  print(`${question} Type yes to go on.`);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return line.trim().toLowerCase() === "yes";
    return false;
  } finally {
    lines.close();
  }
}
