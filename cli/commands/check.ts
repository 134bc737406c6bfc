import { join } from "node:path";

import { formatProblem, loadTenants } from "../../config/brand/load.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import { checkBackend } from "../check/check-backend.ts";
import { checkBrand } from "../check/check-brand.ts";
import { checkMessages } from "../check/check-messages.ts";
import { checkBrandPayments } from "../check/check-payments.ts";
import {
  checkExposure,
  checkSettings,
  checkStorefrontSettings,
  type Program,
  PROGRAMS,
  readSettings,
} from "../check/check-settings.ts";
import { checkSuppliers } from "../check/check-suppliers.ts";
import type { Finding } from "../check/finding.ts";
import { defineCommand, UsageError } from "../command/command.ts";
import { count, printJson } from "../command/print.ts";
import type { Terminal } from "../command/terminal.ts";

const check = defineCommand({
  name: "check",
  args: [],
  more: `
Without --program it is the shop, or the storefront where COMMERCE_API_URL is set. Each problem is a line with file, field and reason, and the exit code is then 1. Notes are only information. Backends get only GET requests, without a session.`,
  options: {
    program: {
      value: "NAME",
      about: "whose environment this is: shop (storefront and API in one), storefront, api, worker",
    },
    json: { about: "print the findings as JSON" },
  },
  async run({ options, terminal }) {
    const { findings, brands } = await findAll(terminal, readProgram(terminal, options.program));
    const problems = findings.filter(({ isRemark }) => !isRemark);
    if (problems.length > 0) terminal.fail();
    if (options.json)
      return printJson(
        terminal,
        findings.map((finding) => ({ ...finding, isRemark: finding.isRemark === true })),
      );
    for (const finding of findings) {
      if (finding.isRemark) terminal.print(`note: ${formatProblem(finding)}`);
      else terminal.printError(formatProblem(finding));
    }
    if (problems.length > 0) terminal.printError(count(problems.length, "problem"));
    else terminal.print(`No problems in ${count(brands, "brand")}.`);
  },
});

export const commands = [check];

function readProgram({ env }: Terminal, given: string | undefined): Program {
  if (given === undefined) return env.COMMERCE_API_URL ? "storefront" : "shop";
  const program = PROGRAMS.find((name) => name === given);
  if (program === undefined) throw new UsageError(`--program is one of ${PROGRAMS.join(", ")}`);
  return program;
}

async function findAll({ env: values }: Terminal, program: Program): Promise<{ findings: Finding[]; brands: number }> {
  const { env, findings } = readSettings(values);
  const dir = env?.TENANTS_DIR ?? values.TENANTS_DIR ?? "tenants";
  const { tenants, problems } = readTenants(dir);
  findings.push(...problems);
  if (env !== undefined) findings.push(...checkExposure(values, env, tenants, program));
  if (program === "shop" || program === "storefront") findings.push(...checkStorefrontSettings(values, findings));
  const named = new Set(findings.map(formatProblem));
  for (const finding of env === undefined ? [] : await checkSettings(values, env, tenants, program)) {
    if (!named.has(formatProblem(finding))) findings.push(finding);
    named.add(formatProblem(finding));
  }
  const needsSecrets = program !== "storefront";
  for (const tenant of tenants) {
    findings.push(...(await checkBrand(tenant, dir)), ...(await checkOwnHost(tenant, dir)));
    if (needsSecrets && env !== undefined) findings.push(...(await checkSecrets(tenant, dir, env.secrets)));
  }
  return { findings, brands: tenants.length };
}

const checkSecrets = async (tenant: Tenant, dir: string, secrets: SecretValues): Promise<Finding[]> => [
  ...(await checkBrandPayments(tenant, dir, secrets)),
  ...checkSuppliers(tenant, secrets, fileOf(tenant, dir)),
  ...checkMessages(tenant, secrets, fileOf(tenant, dir)),
];

function readTenants(dir: string): { tenants: Tenant[]; problems: Finding[] } {
  try {
    return loadTenants(dir);
  } catch (error) {
    const reason = (error as Error).message;
    return { tenants: [], problems: [{ file: "environment", field: "TENANTS_DIR", reason }] };
  }
}

const checkOwnHost = async (tenant: Tenant, dir: string): Promise<Finding[]> =>
  tenant.api.url === "embedded" ? [] : checkBackend(tenant, fileOf(tenant, dir));

const fileOf = ({ id }: Tenant, dir: string) => join(dir, id, "tenant.json");
