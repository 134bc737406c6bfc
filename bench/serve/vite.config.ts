import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The shop under react-router-serve: the stock entry, and a middleware that replaces the shop's own server. */
const underStockServer: Plugin = {
  name: "under-stock-server",
  enforce: "pre",
  transform(code, id) {
    if (id.endsWith("/app/entry.server.tsx")) return readFileSync(pathOf("entry.server.tsx"), "utf8");
    if (!id.endsWith("/app/root.tsx")) return;
    const [first, ...others] = code.split(/(?<=middleware: Route\.MiddlewareFunction\[\] = \[)/);
    if (others.length !== 1) this.error("app/root.tsx has no middleware of the expected form");
    return `import { setUp } from ${JSON.stringify(pathOf("set-up.server.ts"))};\n${first}setUp,${others[0]}`;
  },
};

/** The console's documents import the server's modules, and are not measured here. */
const withoutConsole: Plugin = {
  name: "without-console",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "client",
  transform: (_code, id) =>
    /\/app\/console\/.*\?__react-router-build-client-route/.test(id) ? "export {};" : undefined,
};

export default defineConfig({
  plugins: [underStockServer, withoutConsole, reactRouter()],
  build: { target: "es2022" },
});
