import { readFileSync } from "node:fs";

/** The use of secrets, which is the first word of their variables. */
export type SecretUse = "PAYMENTS" | "SUPPLIER" | "MESSAGES";

/** Environment variables. Those of a program contain the secrets of all brands. */
export type SecretValues = Record<string, string | undefined>;

/** A brand's secrets for its gateway or a supplier. */
export type Secrets = {
  /**
   * The values of a secret that are valid now; the first is the current one, which signs and authenticates.
   * @throws MissingSecret, whose message names the variable
   */
  read(name: string): string[];
};

export class MissingSecret extends Error {
  override name = "MissingSecret";
}

/**
 * Reads PAYMENTS_MAPLE_KEY_SECRET, or the file named by PAYMENTS_MAPLE_KEY_SECRET_FILE. The file is read at each use, so that a
 * rotation needs no restart. Several values, separated by commas or lines, are valid during a rotation.
 */
export function createSecrets(values: SecretValues, use: SecretUse, ...owner: string[]): Secrets {
  return {
    read(name) {
      const variable = secretVariable(use, owner, name);
      const secrets = (readSecret(values, variable) ?? "").split(/[,\n]/).map((value) => value.trim());
      const given = secrets.filter((value) => value !== "");
      if (given.length === 0) throw new MissingSecret(describeMissing(values, variable));
      return given;
    },
  };
}

/** A secret's variable, and the reason if it cannot be read, else null. It never contains the value. */
export type SecretState = { variable: string; problem: string | null };

/** The states of secrets in the environment. */
export const listSecrets = (values: SecretValues, use: SecretUse, owner: string[], names: string[]): SecretState[] =>
  names.map((name) => {
    const variable = secretVariable(use, owner, name);
    try {
      createSecrets(values, use, ...owner).read(name);
      return { variable, problem: null };
    } catch (error) {
      if (error instanceof MissingSecret) return { variable, problem: error.message };
      throw error;
    }
  });

/**
 * The environment variable of a secret: `PAYMENTS`, `["maple-tree"]`, `KEY_SECRET` -> PAYMENTS_MAPLE__TREE_KEY_SECRET. A dash
 * becomes two underscores, so that no two owners share a variable: supplier "tree-x" of "oak" and supplier "x" of "oak-tree".
 */
export const secretVariable = (use: SecretUse, owner: string[], name: string) =>
  [use, ...owner, name].join("_").replaceAll("-", "__").toUpperCase();

function describeMissing(values: SecretValues, variable: string): string {
  const former = variable.replaceAll("__", "_");
  const isFormerSet = former !== variable && [former, `${former}_FILE`].some((name) => values[name] !== undefined);
  const hint = isFormerSet ? `; rename ${former}: each dash of a brand or supplier is two underscores` : "";
  return `${variable} is missing (or ${variable}_FILE, the path of a file)${hint}`;
}

function readSecret(values: SecretValues, variable: string): string | undefined {
  const path = values[`${variable}_FILE`];
  if (path === undefined || path === "") return values[variable];
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new MissingSecret(`${variable}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
