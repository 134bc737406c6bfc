import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import type { BrandFiles } from "../domain/files/brand-files.ts";
import type { Staff } from "../staff/staff.ts";

export const folderOf = ({ folder }: Pick<Staff, "folder">, brand: string) => join(folder.dir, brand);

/** @throws when a file cannot be read */
export function readBrandFiles(folder: string): BrandFiles {
  const tenant = JSON.parse(readFileSync(join(folder, "tenant.json"), "utf8")) as BrandFiles["tenant"];
  const dir = join(folder, "pages");
  const names = existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: "utf8" }) : [];
  const pages = names
    .filter((file) => /^(?:[a-zA-Z-]+\/)?[a-z-]+\.md$/.test(file))
    .map((file) => [file.replace(/\.md$/, ""), readFileSync(join(dir, file), "utf8")]);
  return { tenant, pages: Object.fromEntries(pages) };
}

/**
 * Writes the changes to a brand's folder: first pictures, which no page uses yet, then pages, then tenant.json. Each file is
 * replaced atomically, so the brand is complete at every moment. Writing again finishes an interrupted change.
 */
export function writeBrandFiles(folder: string, before: BrandFiles, after: BrandFiles, pictures: Map<string, Buffer>) {
  for (const [name, content] of pictures) replaceFile(join(folder, name), content);
  const dir = join(folder, "pages");
  for (const [name, text] of Object.entries(after.pages)) {
    if (before.pages[name] === text) continue;
    const file = join(dir, `${name}.md`);
    for (const parent of new Set([dir, dirname(file)])) makeFolder(parent);
    replaceFile(file, text);
  }
  for (const name of Object.keys(before.pages))
    if (!Object.hasOwn(after.pages, name)) rmSync(join(dir, `${name}.md`), { force: true });
  replaceFile(join(folder, "tenant.json"), `${JSON.stringify(after.tenant, null, 2)}\n`);
}

function makeFolder(dir: string) {
  if (existsSync(dir)) return;
  mkdirSync(dir);
  chmodSync(dir, 0o755); // like replaceFile
}

/** Readers see the former file or this one. */
function replaceFile(file: string, content: string | Buffer) {
  // A name that begins with a dot is not a page.
  const draft = join(dirname(file), `.${process.pid}.tmp`);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644;
  try {
    writeFileSync(draft, content);
    chmodSync(draft, mode); // independent of this process's umask: the shop may run as another user
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
