import { join } from "node:path";

import { askApi, askHealth } from "../../api/base/ask-health.ts";
import { isLoopbackHostname } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { Finding } from "./finding.ts";

type Settings = { COMMERCE_API_URL: string; /** The one that is sent. */ FORWARD_KEY: string; tenantsDir: string };

/** Long enough that an API that is only slow is not reported; a person waits for the command. */
const ANSWER_MS = 10_000;

/** Checks that an embedded API elsewhere is healthy, accepts the key and serves the brands. */
export async function checkApi({ COMMERCE_API_URL, FORWARD_KEY, tenantsDir }: Settings, embedded: Tenant[]) {
  const { origin, protocol, hostname } = new URL(COMMERCE_API_URL);
  const setting = (field: string, reason: string): Finding => ({ file: "environment", field, reason });
  const findings: Finding[] = [];
  if (protocol === "http:" && !isLoopbackHostname(hostname)) {
    const reason = "is plain http: anybody on the network between the programs can read passwords and tokens";
    findings.push({ ...setting("COMMERCE_API_URL", reason), isRemark: true });
  }
  const { problem, isKeyRefused } = await askHealth(origin, FORWARD_KEY, ANSWER_MS);
  if (isKeyRefused) return [...findings, setting("FORWARD_KEY", `the API at ${origin} refuses it`)];
  if (problem !== undefined) return [...findings, setting("COMMERCE_API_URL", `${origin}: ${problem}`)];
  for (const { id } of embedded) {
    const answer = await askApi(origin, `/${id}/configurator/`, FORWARD_KEY, ANSWER_MS);
    if (answer?.ok) continue;
    const reason =
      answer?.status === 404
        ? `the API at ${origin} does not serve this brand: both programs need the same brands`
        : `the API at ${origin} ${answer ? `answers ${answer.status}` : "does not answer"}`;
    findings.push({ file: join(tenantsDir, id, "tenant.json"), field: "api.url", reason });
  }
  return findings;
}
