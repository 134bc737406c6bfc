// `npm run sbom`: lists the image's npm packages, as CycloneDX 1.6.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { isShipped, type LockedPackage, nameOf, readLock, resolveFrom } from "./lock.ts";

/**
 * The production packages with their exact versions, hashes and licences, from the lock alone. `npm sbom --omit=dev` is not used:
 * it leaves out every package that a tool needs as well (npm 11.19 lists 64 of 166, without express). The file has no time and no
 * serial number, so the same lock gives the same file.
 */
export function createSbom() {
  const lock = readLock();
  const shipped = [...lock].filter(([path, locked]) => path !== "" && isShipped(locked));
  const byPurl = new Map(shipped.map(([path, locked]) => [purlOf(nameOf(path), locked.version), { path, locked }]));
  const shop = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string; license: string };
  const root = purlOf(shop.name, shop.version);

  /** The dependencies of all copies of a package. */
  const usedBy = (purl: string) =>
    [...lock]
      .filter(([path, locked]) => (path === "" ? root : purlOf(nameOf(path), locked.version)) === purl)
      .flatMap(([path, locked]) => namesUsedBy(locked).map((name) => resolveFrom(lock, path, name)))
      .filter((path) => path !== null && isShipped(lock.get(path)!))
      .map((path) => purlOf(nameOf(path!), lock.get(path!)!.version));

  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": root,
        name: shop.name,
        version: shop.version,
        licenses: [{ license: { id: shop.license } }],
      },
    },
    components: [...byPurl]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([purl, { path, locked }]) => toComponent(purl, nameOf(path), locked)),
    dependencies: [root, ...byPurl.keys()]
      .sort()
      .map((purl) => ({ ref: purl, dependsOn: [...new Set(usedBy(purl))].sort() })),
  };
}

const namesUsedBy = ({ dependencies, optionalDependencies, peerDependencies }: LockedPackage) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** A package URL, with the @ of a scope encoded. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

function toComponent(purl: string, name: string, { version, integrity, license, optional }: LockedPackage) {
  const [algorithm, hash] = integrity?.split(/-(.*)/s) ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: optional ? "optional" : "required",
    ...(algorithm === "sha512" && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(hash!, "base64").toString("hex") }],
    }),
    ...(license && {
      licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl,
  };
}

if (import.meta.main) {
  const file = process.argv[2] ?? "build/sbom.cdx.json";
  if (!process.argv[2]) mkdirSync("build", { recursive: true });
  const sbom = createSbom();
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${file}: ${sbom.components.length} packages`);
}
