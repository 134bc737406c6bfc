import "../config/require-node.ts";
import "../config/private-files.ts";

import { CommandError, UsageError } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import { runCommand } from "./run-command.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

// The reader of the output may exit first, as in `awning conform URL | head`. The command still finishes, for example
// to log out.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  await runCommand(process.argv.slice(2));
} catch (error) {
  const line = error instanceof CommandError ? error.message : explainFailure(error);
  if (line === undefined) throw error; // a bug, with its stack
  console.error(`awning: ${line}`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
}
