import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { runCli } from "../../helpers/cli.ts";

const dir = mkdtempSync(join(tmpdir(), "awning-settings-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("names the file and field of a brand's problem even beside a wrong setting", async () => {
  const tenantsDir = join(dir, "tenants");
  mkdirSync(join(tenantsDir, "maple"), { recursive: true });
  const file = join(tenantsDir, "maple", "tenant.json");
  writeFileSync(file, JSON.stringify({ id: "maple", hostnames: ["gifts.maple.example"] }));
  const env = {
    TENANTS_DIR: tenantsDir,
    DATA_DIR: dir,
    DATA_KEY: "short",
    TRUST_PROXY: "1",
    SMTP_URL: "smtp://x.test",
  };
  const checked = await runCli(["check", "--json"], { env });
  const problems = (JSON.parse(checked.stdout) as { file: string; field: string; isRemark: boolean }[])
    .filter(({ isRemark }) => !isRemark)
    .map((problem) => [problem.file, problem.field]);
  expect(problems).toEqual([
    ["environment", "DATA_KEY"],
    [file, "api.url"],
    ["environment", "SESSION_SECRET"],
  ]);
}, 60_000);
