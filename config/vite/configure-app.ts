import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { reactRouter } from "@react-router/dev/vite";
import type { Plugin, UserConfig } from "vite";

import { compileMessages } from "./compile-messages.ts";

/** A group of modules that become one chunk. Each includes its imports; the higher priority wins. */
type Group = { name: string; test: RegExp; priority: number };

type App = {
  /** Its root.tsx, its routes.ts and all of its routes are here. */
  folder: string;
  routes: unknown;
  /** The path from the folder of its Vite configuration. */
  entry: string;
  /** The script of the elements that every document loads, from the same folder. */
  elements: string;
  groups?: Group[];
};

type RouteEntry = { file: string; children?: RouteEntry[] };

/** The files of the routes with `hydrate: true` in their handle, and of the layouts around them. */
function findHydrated(folder: string, entries: RouteEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => {
    const path = join(folder, file);
    const below = findHydrated(folder, children);
    const isHydrated = /^export const handle = \{[^;]*\bhydrate: true\b/m.test(readFileSync(path, "utf8"));
    return isHydrated || below.length > 0 ? [path, ...below] : [];
  });
}

/** The code of a chunk that does nothing. */
const EMPTY = /^\s*(export\s*\{\s*\};?)?\s*$/;

/**
 * Every route without React in the browser is a document (docs/decisions), so browsers get neither its view nor an empty file
 * instead. Without any hydrated route they do not get React either.
 */
function withoutDocuments(hydrated: Set<string>): Plugin {
  return {
    name: "without-documents",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform(_code, id) {
      const [file = "", query] = id.split("?");
      const isDocument = query === "__react-router-build-client-route" && !hydrated.has(file);
      const isUnused = hydrated.size === 0 && /\/entry\.client\.tsx?$/.test(file);
      return isDocument || isUnused ? "export {};" : undefined;
    },
    // Not earlier: React Router looks up each route in the manifest that Vite makes of the bundle.
    async writeBundle({ dir = "" }, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && EMPTY.test(chunk.code)) await rm(join(dir, chunk.fileName));
    },
  };
}

/** React Router writes a list of all routes for browsers, which no page loads: each page contains its own routes. */
const withoutRouteList: Plugin = {
  name: "without-route-list",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  async writeBundle() {
    const { root, environments } = this.environment.getTopLevelConfig();
    const { outDir, assetsDir } = environments.client!.build;
    const assets = resolve(root, outDir, assetsDir);
    const lists = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
    await Promise.all(lists.map((name) => rm(join(assets, name))));
  },
};

/** The settings that the storefront and the console share. */
export function configureApp({ folder, routes, entry, elements, groups = [] }: App): UserConfig {
  const below = findHydrated(folder, routes as RouteEntry[]);
  const hydrated = new Set(below.length > 0 ? [join(folder, "root.tsx"), ...below] : []);
  return {
    plugins: [compileMessages, withoutDocuments(hydrated), withoutRouteList, reactRouter()],
    // npm run build empties the folder, in which two builds write at the same time. The server reads the hashed name of the
    // elements' script from the manifest (app/http/build/elements-url.server.ts). The relative colours in app/ui/tokens.css
    // need these browsers, so no CSS is duplicated for older ones.
    build: {
      manifest: true,
      emptyOutDir: false,
      target: "es2022",
      cssTarget: ["chrome120", "firefox128", "safari16.4"],
    },
    // Otherwise the dev server would discover and bundle each icon while the page waits. It would then load the first React page
    // again after it has found that page's imports.
    optimizeDeps: { exclude: ["lucide"], entries: [...hydrated] },
    environments: {
      client: {
        build: {
          // React Router lists the modules of a page, and every lazy import is one file.
          modulePreload: false,
          rollupOptions: {
            input: [elements],
            output: { codeSplitting: { groups } },
            // Drops imports from these folders when nothing of them is used.
            treeshake: {
              moduleSideEffects: [{ test: /\/app\/(commerce|forms|http|routes|ui)\//, sideEffects: false }],
            },
          },
        },
      },
      ssr: {
        build: { rollupOptions: { input: entry } },
        // Bundles the thirty icons in use instead of installing 1,700.
        resolve: { noExternal: ["lucide"] },
      },
    },
  };
}
