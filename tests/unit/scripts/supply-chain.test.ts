import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { DEADLINE_DAYS, readAudit } from "../../../scripts/advisories.ts";
import { isShipped, nameOf, readLock, resolveFrom } from "../../../scripts/lock.ts";
import { findUnpinned, pin } from "../../../scripts/pin-images.ts";
import { createSbom } from "../../../scripts/sbom.ts";

const shop = JSON.parse(readFileSync("package.json", "utf8"));

describe("the bill of materials", () => {
  const sbom = JSON.parse(JSON.stringify(createSbom())) as ReturnType<typeof createSbom>;
  const versions = sbom.components.map(({ name, version }) => `${name}@${version}`);

  test("is CycloneDX for this project, and the same each time", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
    expect(sbom.metadata.component).toMatchObject({ name: shop.name, version: shop.version });
    expect(createSbom()).toEqual(sbom);
  });

  test("contains each production package in the version of package.json, with its dependencies", () => {
    const wanted = Object.entries(shop.dependencies).map(([name, version]) => `${name}@${version}`);
    expect(versions).toEqual(expect.arrayContaining(wanted));
    const shipped = [...readLock()].filter(([path, locked]) => path !== "" && isShipped(locked));
    expect(versions.toSorted()).toEqual(
      [...new Set(shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`))].sort(),
    );
  });

  test("contains a development tool only if a production package also uses it", () => {
    const names = sbom.components.map(({ name }) => name);
    expect(Object.keys(shop.devDependencies).filter((name) => names.includes(name))).toEqual([]);
  });

  test("contains the hash of each package, and refers to no missing package", () => {
    for (const { hashes, name } of sbom.components) {
      expect([name, hashes]).toEqual([name, [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]]);
    }
    const refs = [sbom.metadata.component["bom-ref"], ...sbom.components.map((component) => component["bom-ref"])];
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
    expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
    const used = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(refs.filter((ref) => ref !== refs[0] && !used.has(ref))).toEqual([]);
  });

  test("finds a package as Node does: nested first, then upwards", () => {
    const lock = new Map(
      ["", "node_modules/a", "node_modules/b", "node_modules/a/node_modules/b", "node_modules/@s/c"].map((path) => [
        path,
        { version: "1.0.0" },
      ]),
    );
    expect(resolveFrom(lock, "node_modules/a", "b")).toBe("node_modules/a/node_modules/b");
    expect(resolveFrom(lock, "node_modules/a/node_modules/b", "@s/c")).toBe("node_modules/@s/c");
    expect(resolveFrom(lock, "node_modules/@s/c", "b")).toBe("node_modules/b");
    expect(resolveFrom(lock, "", "b")).toBe("node_modules/b");
    expect(resolveFrom(lock, "node_modules/a", "d")).toBeNull();
  });
});

describe("images", () => {
  test.each(["Dockerfile", "compose.yaml", "docs/cluster/compose.yaml"])("are named by their digests in %s", (file) => {
    const text = readFileSync(file, "utf8");
    expect(findUnpinned(text)).toEqual([]);
    expect(text).toMatch(/@sha256:[0-9a-f]{64}/);
  });

  test("are the same in both stages of the Dockerfile", () => {
    const images = [...readFileSync("Dockerfile", "utf8").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect([images.length, new Set(images).size]).toEqual([2, 1]);
  });

  test("hold a build, so that npm start in them builds nothing and needs no scripts", () => {
    const [, image = ""] = readFileSync("Dockerfile", "utf8").split(/^FROM .*\n(?![^]*^FROM)/m);
    const copies = [...image.matchAll(/^COPY --from=build (.+) (\S+)$/gm)];
    const files = copies.flatMap(([, from = "", to = ""]) =>
      from.split(" ").map((path) => ({ path: path.replace("/shop/", ""), to: to === "./" ? "" : to })),
    );
    const folder = mkdtempSync(join(tmpdir(), "awning-image-"));
    try {
      for (const { path, to } of files) symlinkSync(resolve(path), join(folder, to || basename(path)));
      const { status, stderr } = spawnSync("npm", ["run", "--silent", "prestart"], { cwd: folder, encoding: "utf8" });
      expect([files.length > 5, status, stderr]).toEqual([true, 0, expect.not.stringContaining("Error")]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("are reported without a digest or with an incomplete one, and a newer digest replaces the old one", () => {
    const text = "FROM node:24-slim AS build\nFROM node:24-slim@sha256:abc\nCOPY --from=build x y\n    image: db:1\n";
    expect(findUnpinned(text)).toEqual(["node:24-slim", "node:24-slim", "db:1"]);
    const digest = `sha256:${"a".repeat(64)}`;
    const pinned = pin(text, () => digest);
    expect(findUnpinned(pinned)).toEqual([]);
    expect(pinned).toContain(`FROM node:24-slim@${digest} AS build\n`);
    expect(pin(pinned, () => `sha256:${"b".repeat(64)}`)).not.toContain(digest);
  });
});

test("workflows name each action by its commit, and use no secrets", () => {
  const text = globSync(".github/workflows/*")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const actions = [...text.matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action!))).toEqual([]);
  expect(text).not.toMatch(/secrets\.|github\.token/);
  expect(text).toContain("- run: .ci/run\n");
});

describe("advisories", () => {
  const advisory = (severity: string) => ({
    id: 1,
    url: "https://advisories.example/1",
    title: "A hole",
    severity,
    vulnerable_versions: "*",
  });

  /** `npm run advisories` against a registry of the test's own. */
  async function check(listener: RequestListener, ...options: string[]) {
    const registry = createServer(listener).listen(0, "127.0.0.1");
    await once(registry, "listening");
    const { port } = registry.address() as AddressInfo;
    const child = spawn(process.execPath, ["scripts/advisories.ts", ...options], {
      env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_audit: undefined },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text));
    const [code] = await once(child, "close");
    registry.closeAllConnections();
    registry.close();
    return { code, output };
  }
  const answer =
    (advisories: object): RequestListener =>
    (req, res) =>
      req.resume().on("end", () => {
        const isBulk = req.url === "/-/npm/v1/security/advisories/bulk";
        res.writeHead(isBulk ? 200 : 404, { "content-type": "application/json" });
        res.end(JSON.stringify(isBulk ? advisories : {}));
      });
  const refuse: RequestListener = (req, res) => req.resume().on("end", () => res.writeHead(503).end());

  test("report a vulnerability in a production package with its deadline, and fail from its level on", async () => {
    const holes = answer({ express: [advisory("high")] });
    const [found, above] = await Promise.all([check(holes), check(holes, "--level=critical")]);
    expect(found.output).toMatch(/high +express: A hole\n.*advisories\.example\/1\n.*within 7 days/);
    expect([found.code, above.code]).toEqual([1, 0]);
  });

  test("pass when there are none, and exit with another code when the service does not answer", async () => {
    const [none, unreachable, tolerated] = await Promise.all([
      check(answer({})),
      check(refuse),
      check(refuse, "--unreachable-ok"),
    ]);
    expect([none.code, unreachable.code, tolerated.code]).toEqual([0, 3, 0]);
    expect(none.output).toMatch(/^\d{3} packages checked, 0 advisories\.$/m);
    for (const { output } of [unreachable, tolerated]) expect(output).toContain("NOTHING WAS CHECKED");
  });

  test("mark those of development tools, and leave out a package that only depends on a bad one", () => {
    const via = [{ title: "A hole", url: "https://advisories.example/1", severity: "odd" }];
    const audit = {
      vulnerabilities: {
        vite: { nodes: ["node_modules/vite"], via },
        vitest: { nodes: ["node_modules/vitest"], via: ["vite"] },
        express: { nodes: ["node_modules/express"], via },
      },
    };
    expect(readAudit(JSON.stringify(audit))).toMatchObject([
      { name: "vite", isShipped: false, severity: "low" },
      { name: "express", isShipped: true },
    ]);
    expect([readAudit(""), readAudit('{"error":{}}')]).toEqual([null, null]);
  });

  test.each(["docs/security.md", "SECURITY.md"])("%s states the deadlines that the check prints", (file) => {
    const text = readFileSync(file, "utf8");
    for (const [severity, days] of Object.entries(DEADLINE_DAYS))
      expect(text).toMatch(new RegExp(`\\b${severity} *[|:(]? *${days} days\\b`, "i"));
  });
});
