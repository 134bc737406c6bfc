import "../config/process/require-node.ts";
import "../config/process/private-files.ts";
import "../config/process/compile-cache.ts";

import { runCommand } from "./run-command.ts";

// The reader of the output may exit first, as in `awning conform URL | head`. The command still finishes, for example
// to log out.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), process);
