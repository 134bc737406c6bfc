import { join } from "node:path";

import { formatProblem, loadTenants } from "../../config/load.ts";
import type { Tenant } from "../../config/schema.ts";
import { checkBrand } from "../check-brand.ts";
import { checkHost } from "../check-host.ts";
import { checkExposure, checkSettings, checkStorefrontSettings, readSettings } from "../check-settings.ts";
import { defineCommand } from "../command.ts";
import type { Finding } from "../finding.ts";
import { count, printJson } from "../print.ts";

const check = defineCommand({
  name: "check",
  args: [],
  about:
    "Looks at every brand's files, the environment, the servers that it names, and the hosts of brands that have their own.",
  more: `
Each problem is a line with file, field and reason, and exit code 1; a note is something to know. Hosts are asked with GET only, and without a session.`,
  options: { json: { about: "print the findings as JSON" } },
  async run({ options }) {
    const { findings, brands } = await findAll();
    const problems = findings.filter(({ isRemark }) => !isRemark);
    if (problems.length > 0) process.exitCode = 1;
    if (options.json)
      return printJson(findings.map((finding) => ({ ...finding, isRemark: finding.isRemark === true })));
    for (const finding of findings) {
      if (finding.isRemark) console.log(`note: ${formatProblem(finding)}`);
      else console.error(formatProblem(finding));
    }
    if (problems.length > 0) console.error(count(problems.length, "problem"));
    else console.log(`All is well with ${count(brands, "brand")}.`);
  },
});

export const commands = [check];

async function findAll(): Promise<{ findings: Finding[]; brands: number }> {
  const { env, findings } = readSettings();
  const dir = env?.TENANTS_DIR ?? process.env.TENANTS_DIR ?? "tenants";
  const { tenants, problems } = readTenants(dir);
  findings.push(...problems);
  if (env !== undefined) findings.push(...checkExposure(env, tenants));
  findings.push(...checkStorefrontSettings(findings));
  const named = findings.map(formatProblem);
  const settings = env === undefined ? [] : await checkSettings(env, tenants);
  findings.push(...settings.filter((finding) => !named.includes(formatProblem(finding))));
  for (const tenant of tenants) findings.push(...(await checkBrand(tenant, dir)), ...(await checkOwnHost(tenant, dir)));
  return { findings, brands: tenants.length };
}

function readTenants(dir: string): { tenants: Tenant[]; problems: Finding[] } {
  try {
    return loadTenants(dir);
  } catch (error) {
    const reason = (error as Error).message;
    return { tenants: [], problems: [{ file: "environment", field: "TENANTS_DIR", reason }] };
  }
}

const checkOwnHost = async (tenant: Tenant, dir: string): Promise<Finding[]> =>
  tenant.api.url === "embedded" ? [] : checkHost(tenant, join(dir, tenant.id, "tenant.json"));
