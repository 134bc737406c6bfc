import { join } from "node:path";

import { defineConfig, mergeConfig } from "vite";

import { configureApp } from "../config/vite/configure-app.ts";
import routes from "./routes.ts";

const ROOT = join(import.meta.dirname, "..");

export default defineConfig(
  mergeConfig(
    configureApp({
      folder: import.meta.dirname,
      routes,
      entry: "./entry.express.ts",
      elements: "./elements/bundles/index.ts",
      groups: [{ name: "elements", test: /console\/elements\/bundles\/index\.ts$/, priority: 1 }],
    }),
    {
      root: import.meta.dirname,
      cacheDir: join(ROOT, "node_modules/.vite/console"),
      // The console uses modules of app/ and config/.
      server: { fs: { allow: [ROOT] } },
    },
  ),
);
