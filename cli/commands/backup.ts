import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { backUp } from "../database/back-up.ts";

const backup = defineCommand({
  name: "backup",
  args: ["BRAND", "[FILE]"],
  more: `
The file is encrypted and authenticated with a key derived from DATA_KEY: restore refuses a file that was changed, and
without DATA_KEY the backup is lost. It does not contain tenant.json and pictures, which are files. BRAND _staff stands for the
console's staff and the audit.`,
  options: {
    to: { value: "-", about: "in place of FILE: write to standard output; only exit code 0 means that it is complete" },
    stdin: { about: "seal the output of pg_dump from standard input" },
  },
  audited: "if possible",
  async run({ args: { BRAND, "[FILE]": FILE }, options, terminal }) {
    const file = chooseFile(FILE, options.to);
    if (file === undefined && terminal.stdout.isTTY)
      throw new CommandError("a backup is not text for a terminal; redirect it, as in: --to - > BRAND.backup");
    await backUp(terminal, BRAND, file, options.stdin === true);
  },
});

export const commands = [backup];

/** Undefined for standard output. @throws UsageError */
function chooseFile(file: string | undefined, to: string | undefined): string | undefined {
  if (to === undefined) {
    if (file === undefined) throw new UsageError("FILE or --to - is missing");
    return file;
  }
  if (file !== undefined) throw new UsageError("FILE and --to exclude each other");
  if (to !== "-") throw new UsageError(`--to takes only "-", for standard output`);
  return undefined;
}
