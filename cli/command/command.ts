import { parseArgs } from "node:util";

import { type CommandName, SUMMARIES } from "./summaries.ts";
import type { Terminal } from "./terminal.ts";

/**
 * An option of a command. `value` names its value, as in `--limit N`; without it, the option is a flag. `read` checks the typed
 * value before the command runs or is recorded. @throws UsageError
 */
type Option = { about: string; value?: string; isRequired?: true; read?(typed: string): string };
type Options = Record<string, Option>;
type Required<O extends Options> = { [Name in keyof O]: O[Name] extends { isRequired: true } ? Name : never }[keyof O];
type Values<O extends Options> = { [Name in Required<O>]: string } & {
  [Name in Exclude<keyof O, Required<O>>]?: O[Name] extends { value: string } ? string : true;
};

/** `BRAND` is required, `[BRAND]` is optional. */
type Arguments<A extends readonly string[]> = {
  [Name in A[number]]: Name extends `[${string}]` ? string | undefined : string;
};

type Definition<A extends readonly string[], O extends Options> = {
  name: CommandName;
  args: A;
  /** More text for `--help`. */
  more?: string;
  options?: O;
  /**
   * Set if the command changes something or exports data, for the audit (note-command.ts). "always": without an entry, the
   * command does not run. "if possible": it repairs databases, and runs even if the entry cannot be written. "itself": the called
   * function writes the entry.
   */
  audited?: Audited;
  /** True if a call with these options changes nothing, or writes its entry itself. */
  isUnnoted?(options: Values<O>, args: Arguments<A>): boolean;
  /** @throws CommandError for problems that the operator can solve */
  run(call: { args: Arguments<A>; options: Values<O>; terminal: Terminal }): Promise<void>;
};

export type Audited = "always" | "if possible" | "itself";

/** The given values, by the names of arguments and options. */
export type Asked = Record<string, string | true | undefined>;

/** Runs before a command, or in its place. */
type Around = (asked: Asked, run: () => Promise<void>) => Promise<void>;

export type Command = {
  name: CommandName;
  audited?: Audited;
  /** The text of `--help`. */
  help: string;
  /** Runs the command with the arguments after its name. `note` is called for a command that the audit records. */
  run(rest: string[], terminal: Terminal, note?: Around): Promise<void>;
};

/** The reason why a command failed, in one line for the operator: exit code 1. */
export class CommandError extends Error {}

/** A command line with an error: exit code 2. */
export class UsageError extends CommandError {}

export function defineCommand<const A extends readonly string[], const O extends Options = {}>(
  definition: Definition<A, O>,
): Command {
  const { name, args: names, more, audited, options = {} as O } = definition;
  const spelled = Object.entries(options).map(([option, it]) =>
    it.isRequired ? spell(option, it) : `[${spell(option, it)}]`,
  );
  const usage = ["awning", name, ...names, ...spelled];
  const help = [
    `Usage: ${usage.join(" ")}`,
    SUMMARIES[name],
    ...(more === undefined ? [] : [more.trim()]),
    ...(Object.keys(options).length === 0 ? [] : [listOptions(options)]),
  ].join("\n\n");

  return {
    name,
    audited,
    help,
    async run(rest, terminal, note) {
      const call = parse(rest, names, options);
      const run = () => definition.run({ ...call, terminal });
      const isNoted = note !== undefined && audited !== undefined && !definition.isUnnoted?.(call.options, call.args);
      await (isNoted ? note({ ...call.args, ...call.options }, run) : run());
    },
  };
}

function parse<A extends readonly string[], O extends Options>(rest: string[], names: A, options: O) {
  const config = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }] as const,
  );
  const { values, positionals } = parseStrictly(rest, Object.fromEntries(config));
  const needed = names.filter((name) => !name.startsWith("["));
  if (positionals.length < needed.length) throw new UsageError(`${needed[positionals.length]} is missing`);
  if (positionals.length > names.length) throw new UsageError(`unexpected argument "${positionals[names.length]}"`);
  const absent = Object.keys(options).find((name) => options[name]!.isRequired && values[name] === undefined);
  if (absent !== undefined) throw new UsageError(`--${absent} is missing`);
  const args = Object.fromEntries(names.map((name, index) => [name, positionals[index]]));
  const read = Object.entries(values).map(([name, typed]) => [
    name,
    typeof typed === "string" ? (options[name]!.read?.(typed) ?? typed) : typed,
  ]);
  return { args: args as Arguments<A>, options: Object.fromEntries(read) as Values<O> };
}

/** An order id, the audit's head or a negative number may begin with a dash. No option is as long, or begins with a digit. */
const NO_OPTION = /^-([\w-]{21}|[\w-]{42}|[\d.]+)$/;
const MARK = "\0";
const unmark = (text: string) => text.replace(MARK, "");

function parseStrictly(args: string[], options: Record<string, { type: "boolean" | "string" }>) {
  try {
    const marked = args.map((arg) => (NO_OPTION.test(arg) ? MARK + arg : arg));
    const { values, positionals } = parseArgs({ args: marked, options, allowPositionals: true });
    const typed = Object.entries(values).map(([name, it]) => [name, typeof it === "string" ? unmark(it) : it] as const);
    return { values: Object.fromEntries(typed), positionals: positionals.map(unmark) };
  } catch (error) {
    // The first sentence of Node's message names the error; the rest is about dashes.
    throw new UsageError((error as Error).message.split(/\. |\n/, 1)[0]!.replace(/\.$/, ""));
  }
}

const spell = (name: string, { value }: Option) => `--${name}${value === undefined ? "" : ` ${value}`}`;

function listOptions(options: Options): string {
  const spelled = Object.entries(options).map(([name, option]) => [spell(name, option), option.about] as const);
  const width = Math.max(...spelled.map(([text]) => text.length));
  return spelled.map(([text, about]) => `  ${text.padEnd(width)}  ${about}`).join("\n");
}
