import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll } from "vitest";

import { type Shop, startShop } from "../shop/shop.ts";
import { PSEUDO, writePseudoLanguages } from "./pseudo.ts";

/** The demo brand Aurora in English and the pseudo-languages, for all tests of a file. */
export const usePseudoShop = () => useAuroraIn(Object.keys(PSEUDO), writePseudoLanguages);

/**
 * The demo brand Aurora in English and other languages, for all tests of a file.
 * @param write writes these languages into a folder for LANGUAGES_DIR
 */
export function useAuroraIn(codes: string[], write: (folder: string) => void): () => Shop {
  const folder = mkdtempSync(join(tmpdir(), "awning-pseudo-"));
  let shop: Shop;
  beforeAll(async () => {
    const brand = join(folder, "tenants/aurora");
    cpSync("tenants/aurora", brand, { recursive: true });
    const file = join(brand, "tenant.json");
    const tenant = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...tenant, languages: ["en", ...codes] }));
    const languages = join(folder, "languages");
    write(languages);
    shop = await startShop({ env: { TENANTS_DIR: join(folder, "tenants"), LANGUAGES_DIR: languages } });
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  return () => shop;
}
