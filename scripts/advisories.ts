// `npm run advisories [-- --level=high] [--unreachable-ok]`: known vulnerabilities in the locked packages.
import { spawnSync } from "node:child_process";

import { isShipped, readLock } from "./lock.ts";

export const SEVERITIES = ["low", "moderate", "high", "critical"] as const;
type Severity = (typeof SEVERITIES)[number];

/** Days to replace a vulnerable package, from the day that the vulnerability is known (docs/security.md). */
export const DEADLINE_DAYS: Record<Severity, number> = { critical: 2, high: 7, moderate: 30, low: 90 };

export type Advisory = { name: string; severity: Severity; title: string; url: string; isShipped: boolean };

/** npm's exit code is 1 both for advisories and for a service that does not answer; ours distinguishes them. */
const EXIT = { none: 0, found: 1, usage: 2, unreachable: 3 };

type Audit = {
  vulnerabilities?: Record<
    string,
    { nodes: string[]; via: (string | { title: string; url: string; severity: string })[] }
  >;
};

/** The advisories in the output of `npm audit --json`; null if it contains no answer of the service. */
export function readAudit(json: string): Advisory[] | null {
  let audit: Audit;
  try {
    audit = JSON.parse(json);
  } catch {
    return null;
  }
  if (!audit.vulnerabilities) return null;
  const lock = readLock();
  return Object.entries(audit.vulnerabilities).flatMap(([name, { nodes, via }]) =>
    // A string is the name of another package in this list that affects this one.
    via
      .filter((cause) => typeof cause !== "string")
      .map(({ title, url, severity }) => ({
        name,
        severity: SEVERITIES.find((known) => known === severity) ?? "low",
        title,
        url,
        isShipped: nodes.some((path) => lock.has(path) && isShipped(lock.get(path)!)),
      })),
  );
}

const rank = ({ severity }: Advisory) => SEVERITIES.indexOf(severity);

const formatAdvisory = ({ name, severity, title, url, isShipped }: Advisory) =>
  `${severity.padEnd(8)} ${name}${isShipped ? "" : " (tools only)"}: ${title}\n` +
  `         ${url}\n         to be replaced within ${DEADLINE_DAYS[severity]} days`;

function main(options: string[]): number {
  const level = options.find((option) => option.startsWith("--level="))?.slice("--level=".length) ?? "low";
  const least = SEVERITIES.findIndex((severity) => severity === level);
  const unknown = options.filter((option) => !/^--(level=.*|unreachable-ok)$/.test(option));
  if (unknown.length > 0 || least === -1) {
    console.error(`usage: npm run advisories -- [--level=${SEVERITIES.join("|")}] [--unreachable-ok]`);
    return EXIT.usage;
  }
  const audit = spawnSync("npm", ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=30000"], {
    encoding: "utf8",
  });
  const advisories = readAudit(audit.stdout ?? "");
  if (!advisories) {
    console.error("The registry's advisory service could not be reached: NOTHING WAS CHECKED.");
    return options.includes("--unreachable-ok") ? EXIT.none : EXIT.unreachable;
  }
  const sorted = advisories.toSorted((a, b) => rank(b) - rank(a));
  for (const advisory of sorted) console.log(formatAdvisory(advisory));
  console.log(`${readLock().size - 1} packages checked, ${sorted.length} advisories.`);
  return sorted.some((advisory) => rank(advisory) >= least) ? EXIT.found : EXIT.none;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
