import { existsSync, globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { GATEWAY_SECRETS } from "../../../api/tenancy/create-gateways.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { secretVariable } from "../../../config/brand/secrets.ts";
import { findManifestProblems } from "../../helpers/source/kubernetes-types.ts";

// No cluster reads these files here, so what a cluster or a program would trip over is checked by hand.

/** The settings that a program's reader of the environment knows. */
const settingsOf = (reader: string) =>
  [...readFileSync(reader, "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = ""]) => name);
const OVERRIDES = [...readFileSync("config/brand/exposure.ts", "utf8").matchAll(/^ {2}(ALLOW_[A-Z_]+): /gm)].map(
  ([, name = ""]) => name,
);
const STOREFRONT = [...settingsOf("app/base/env.server.ts"), ...OVERRIDES];
const API = [...settingsOf("api/base/env.ts"), ...OVERRIDES];
const READ_BY: Record<string, string[]> = { storefront: STOREFRONT, api: API, worker: API };
const DEFAULT_PORTS: Record<string, string> = { PORT: "3000", COMMERCE_API_PORT: "4000" };
const PORT_SETTING: Record<string, Record<string, string>> = {
  storefront: { http: "PORT", metrics: "METRICS_PORT" },
  api: { http: "COMMERCE_API_PORT", metrics: "METRICS_PORT" },
  worker: { metrics: "METRICS_PORT" },
};
const REQUIRED: Record<string, string[]> = {
  storefront: ["COMMERCE_API_URL", "FORWARD_KEY", "SESSION_SECRET", "TENANTS_DIR", "TRUST_PROXY"],
  api: ["COMMERCE_API_HOST", "BACKGROUND_WORK", "FORWARD_KEY", "DATABASE_URL", "DATA_KEY", "REDIS_URL", "TENANTS_DIR"],
  worker: ["DATABASE_URL", "DATA_KEY", "METRICS_PORT", "TENANTS_DIR"],
};

test("the settings of both programs are found in their sources", () => {
  expect(STOREFRONT).toEqual(expect.arrayContaining(["PORT", "COMMERCE_API_URL", "SESSION_SECRET", "ALLOW_HTTP"]));
  expect(API).toEqual(expect.arrayContaining(["COMMERCE_API_HOST", "BACKGROUND_WORK", "DATA_KEY", "METRICS_PORT"]));
});

/** Scripts that the image holds. */
const isInImage = (script: string) => {
  const copied = [...readFileSync("Dockerfile", "utf8").matchAll(/^COPY --from=build (.+) \S+$/gm)].join(" ");
  return existsSync(script) && copied.includes(`/shop/${script.split("/")[0]}`);
};

const GUIDE = "docs/kubernetes.md";

describe("docs/kubernetes", () => {
  type Manifest = any;
  const files = globSync("docs/kubernetes/*.yaml").map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const read = ({ file, text }: (typeof files)[number]): Manifest[] =>
    parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join("; ")}`);
      return { file, ...(document.toJS() as Manifest) };
    });
  const manifests = files.flatMap(read);
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const configMap = (name: string): Record<string, string> =>
    ofKind("ConfigMap").find(({ metadata }) => metadata.name === name).data;
  const deployments = ofKind("Deployment").map((manifest) => ({
    program: manifest.metadata.name.replace("awning-", "") as string,
    manifest,
    pod: manifest.spec.template.spec,
    container: manifest.spec.template.spec.containers[0],
  }));
  /** What the program reads: its own variables and those of the ConfigMap. */
  const environmentOf = (container: Manifest): Record<string, string> => ({
    ...Object.assign(
      {},
      ...container.envFrom.map(({ configMapRef }: Manifest) => configMapRef && configMap(configMapRef.name)),
    ),
    ...Object.fromEntries(container.env.map((one: Manifest) => [one.name, one.value ?? "a secret"])),
  });

  test("has each manifest once, with the version of its kind", () => {
    const versions: Record<string, string> = {
      ConfigMap: "v1",
      Service: "v1",
      Deployment: "apps/v1",
      PodDisruptionBudget: "policy/v1",
      HorizontalPodAutoscaler: "autoscaling/v2",
      NetworkPolicy: "networking.k8s.io/v1",
      CronJob: "batch/v1",
      PersistentVolumeClaim: "v1",
    };
    for (const { kind, apiVersion } of manifests) expect([kind, apiVersion]).toEqual([kind, versions[kind]]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(deployments.map(({ program }) => program).sort()).toEqual(["api", "storefront", "worker"]);
  });

  test("has only fields of Kubernetes with values of their types; four broken copies do not", () => {
    const { text } = files.find(({ file }) => file.endsWith("worker.yaml"))!;
    const broken = [
      ["failureThreshold: 300", "failureTreshold: 300", `'"failureTreshold"' does not exist in type 'Probe'`],
      ["whenUnsatisfiable: ScheduleAnyway", "", "Property 'whenUnsatisfiable' is missing"],
      ["periodSeconds: 10", 'periodSeconds: "10"', "Type 'string' is not assignable to type 'number'"],
      ["  replicas: 2", "  replica: 2", `'"replica"' does not exist in type 'DeploymentSpec'`],
    ] as const;
    const others = broken.flatMap(([right, wrong]) => read({ file: right, text: text.replace(right, wrong) }));
    expect(findManifestProblems([...manifests, ...others])).toEqual(
      broken.map(([right, , problem]) => expect.stringMatching(new RegExp(`^${right}: .*${problem}`))),
    );
  });

  test.each(deployments)("gives $program settings that it reads, and those that it needs", ({ program, container }) => {
    const names = Object.keys(environmentOf(container));
    // Settings of the ConfigMap are for all programs, and one may ignore some.
    const own = container.env.map(({ name }: Manifest) => name);
    expect(own.filter((name: string) => !READ_BY[program]!.includes(name))).toEqual([]);
    expect(Object.keys(configMap("awning-settings")).filter((name) => !API.includes(name))).toEqual([]);
    expect(REQUIRED[program]!.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(deployments)("declares the ports of $program as in its settings", ({ program, container }) => {
    const values = { ...DEFAULT_PORTS, ...environmentOf(container) };
    for (const { name, containerPort } of container.ports)
      expect([name, String(containerPort)]).toEqual([name, values[PORT_SETTING[program]![name]!]]);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path, port } = container[probe].httpGet;
      expect(container.ports.map(({ name }: Manifest) => name)).toContain(port);
      expect(path).toBe(probe === "readinessProbe" ? "/readyz" : "/healthz");
    }
    expect(isInImage(container.command.at(-1))).toBe(true);
    expect(container.command[0]).toBe("node");
  });

  test.each(deployments)("runs $program without rights, and without a separate folder", ({ pod, container }) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(pod.volumes.map(({ configMap }: Manifest) => configMap.name)).toEqual(["awning-brands"]);
    const keys = pod.volumes.flatMap(({ configMap }: Manifest) => configMap.items.map(({ key }: Manifest) => key));
    expect(keys.sort()).toEqual(Object.keys(configMap("awning-brands")).sort());
    expect(container.volumeMounts).toEqual([
      { name: "brands", mountPath: environmentOf(container).TENANTS_DIR, readOnly: true },
    ]);
  });

  test.each(deployments)("gives $program more time to end than it takes at most", ({ pod, container }) => {
    const limits = ["config/process/stop-server.ts", "api/program.ts"].map((file) =>
      Number(
        /HARD_STOP\w* = ([\d_]+);(?![^]*HARD_STOP\w* = )/.exec(readFileSync(file, "utf8"))![1]!.replaceAll("_", ""),
      ),
    );
    const pause = Number(container.lifecycle.preStop.exec.command[1]);
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(pause * 1_000 + Math.max(...limits));
  });

  test("selects pods that exist, and scales deployments that do not fix their number", () => {
    const labels = deployments.map(({ manifest }) => manifest.spec.template.metadata.labels);
    const selectors = [
      ...ofKind("Service").map(({ spec }) => spec.selector),
      ...ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels),
      ...deployments.map(({ manifest }) => manifest.spec.selector.matchLabels),
      ...ofKind("NetworkPolicy").flatMap(({ spec }) => [
        spec.podSelector.matchLabels,
        spec.ingress[0].from[0].podSelector.matchLabels,
      ]),
    ];
    for (const selector of selectors) expect(labels).toContainEqual(selector);
    expect(ofKind("PodDisruptionBudget")).toHaveLength(3);
    for (const { spec } of ofKind("HorizontalPodAutoscaler")) {
      const { manifest } = deployments.find(({ manifest }) => manifest.metadata.name === spec.scaleTargetRef.name)!;
      expect(manifest.spec.replicas).toBeUndefined();
      expect(spec.minReplicas).toBeGreaterThan(1);
    }
  });

  test("leads the storefront to the Service of the API, whose ports exist", () => {
    const storefront = deployments.find(({ program }) => program === "storefront")!;
    const url = new URL(environmentOf(storefront.container).COMMERCE_API_URL!);
    const service = ofKind("Service").find(({ metadata }) => metadata.name === url.hostname);
    expect(String(service.spec.ports[0].port)).toBe(url.port);
    for (const { metadata, spec } of ofKind("Service")) {
      const { container } = deployments.find(({ manifest }) => manifest.metadata.name === metadata.name)!;
      expect(container.ports.map(({ name }: Manifest) => name)).toContain(spec.ports[0].targetPort);
    }
  });

  test("uses secrets that docs/kubernetes.md creates, and contains none", () => {
    const created = [...readFileSync(GUIDE, "utf8").matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, key = ""]) => key);
    const used = deployments.flatMap(({ container }) =>
      container.env.flatMap(({ name, valueFrom }: Manifest) => (valueFrom ? [[name, valueFrom.secretKeyRef]] : [])),
    );
    for (const [name, { key }] of used) expect([name, created]).toEqual([key, expect.arrayContaining([key])]);
    const plain = deployments.flatMap(({ container }) => container.env.filter(({ value }: Manifest) => value));
    expect(plain.filter(({ name }: Manifest) => /SECRET|_KEY|DATABASE_URL|SMTP|REDIS/.test(name))).toEqual([]);
  });

  const [brandFile = ""] = Object.values(configMap("awning-brands"));

  test("has a valid brand; docs/kubernetes.md creates its gateway's secrets for the API and the worker", () => {
    const brand = TenantSchema.parse(JSON.parse(brandFile));
    const command = /create secret generic awning-brand-secrets((?:.*\\\n)+.*)/.exec(readFileSync(GUIDE, "utf8"))![1]!;
    const created = [...command.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => name);
    expect(created).toEqual(
      GATEWAY_SECRETS[brand.payments!.gateway].map((name) => secretVariable("PAYMENTS", [brand.id], name)),
    );
    const readers = deployments.filter(({ container }) =>
      container.envFrom.some(
        ({ secretRef }: Manifest) => secretRef?.name === "awning-brand-secrets" && secretRef.optional,
      ),
    );
    expect(readers.map(({ program }) => program).sort()).toEqual(["api", "worker"]);
  });

  test("offers settings that the API reads; the storefront ignores only the sender of staff mail", () => {
    const { text } = files.find(({ file }) => file.endsWith("brands.yaml"))!;
    const offered = [...text.matchAll(/^ {2}# ([A-Z][A-Z_]+): /gm)].map(([, name = ""]) => name);
    expect(offered).toEqual(["CONSOLE_HOSTNAME", "STAFF_MAIL_FROM", "ALLOW_SANDBOX_PAYMENTS"]);
    expect(offered.filter((name) => !API.includes(name))).toEqual([]);
    expect(offered.filter((name) => !STOREFRONT.includes(name))).toEqual(["STAFF_MAIL_FROM"]);
  });
});

describe("docs/cluster/compose.yaml", () => {
  const { services } = parse(readFileSync("docs/cluster/compose.yaml", "utf8"), { merge: true });

  test("runs two storefronts, two APIs and a worker of one image, with settings that they read", () => {
    expect([services.storefront.deploy.replicas, services.api.deploy.replicas]).toEqual([2, 2]);
    for (const [program, names] of Object.entries(READ_BY)) {
      const { environment, command = ["server.ts"], image, read_only } = services[program];
      const own = Object.keys(environment);
      expect([program, own.filter((name) => ![...names, ...API].includes(name))]).toEqual([program, []]);
      expect([program, REQUIRED[program]!.filter((name) => !own.includes(name))]).toEqual([program, []]);
      expect([image, read_only, isInImage(command.at(-1))]).toEqual(["awning", true, true]);
    }
  });

  test("opens the console if its hostname is set, and gives brands' secrets only to the API and the worker", () => {
    const isOptional = [{ path: "brands.env", required: false }];
    for (const program of ["storefront", "api", "worker"]) {
      const { environment, env_file } = services[program];
      expect(environment.CONSOLE_HOSTNAME).toBe("${CONSOLE_HOSTNAME:-}");
      expect([program, env_file]).toEqual([program, program === "storefront" ? undefined : isOptional]);
    }
    expect(readFileSync(".gitignore", "utf8").split("\n")).toContain("/docs/cluster/brands.env");
  });

  test("limits the memory of each program, and leaves no volume without a name behind", () => {
    /** The folders that the images declare as volumes. */
    const declared: Record<string, string[]> = {
      storefront: ["/data"],
      api: ["/data"],
      worker: ["/data"],
      backup: ["/data"],
      redis: ["/data"],
      proxy: ["/data", "/config"],
      database: ["/var/lib/postgresql/data"],
    };
    for (const [name, service] of Object.entries<{ mem_limit?: string; tmpfs?: string[]; volumes?: string[] }>(
      services,
    )) {
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      const inMemory = (service.tmpfs ?? []).map((place) => place.split(":")[0]);
      const named = (service.volumes ?? []).map((volume) => volume.split(":").at(volume.endsWith(":ro") ? -2 : -1));
      expect([name, declared[name]!.filter((folder) => ![...inMemory, ...named].includes(folder))]).toEqual([name, []]);
    }
  });

  test("refers to existing services, and opens only the proxy's ports", () => {
    const { environment: storefront } = services.storefront;
    const { environment: api } = services.api;
    const hostnames = [storefront.COMMERCE_API_URL, api.STOREFRONT_URL, api.REDIS_URL].map(
      (url) => new URL(url).hostname,
    );
    expect(hostnames).toEqual(["api", "storefront", "redis"]);
    const open = Object.entries<{ ports?: string[] }>(services).flatMap(([name, { ports }]) => (ports ? [name] : []));
    expect(open).toEqual(["proxy"]);
    const caddy = readFileSync("docs/cluster/Caddyfile", "utf8");
    expect(caddy).toContain(`ask http://storefront:${storefront.METRICS_PORT}/known-hostname\n`);
    expect(caddy).toContain("dynamic a storefront 3000 {");
  });
});
