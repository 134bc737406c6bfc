import "../config/require-node.ts";
import "../config/private-files.ts";

import { CommandError, UsageError } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import { runCommand } from "./run-command.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

try {
  await runCommand(process.argv.slice(2));
} catch (error) {
  const line = error instanceof CommandError ? error.message : explainFailure(error);
  if (line === undefined) throw error; // a bug, with its stack
  console.error(`awning: ${line}`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
}
