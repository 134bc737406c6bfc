import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";
import { createServer, isCSSRequest, type Plugin, type UserConfig, type ViteDevServer } from "vite";

import { formatProblem, loadTenants } from "../../config/brand/load.ts";
import { watchFolder } from "../../config/brand/watch-folder.ts";
import { LANGUAGE_FOLDERS } from "../../config/language/current.ts";
import { checkLanguages } from "../../config/language/load-languages.ts";
import { env } from "../base/env.server.ts";
import { parseHost } from "../tenant/hostname.ts";
import { sendErrorPage } from "./error-page.ts";
import { createFaults } from "./faults.ts";
import { createOpenPages } from "./open-pages.ts";
import { createOpenRequests } from "./open-requests.ts";
import { CHANGED, CHANGES } from "./scripts.ts";
import { type Closable, createStorefrontSwap } from "./storefront-swap.ts";

/** Requests that take longer fail when the API restarts. */
const FINISH_MS = 10_000;
const LANGUAGES = resolve("config/language/current.ts");
/** Language files are checked before the API reads them. */
const API_SOURCES = /^(api|config(?!\/languages))\//;

type Options<Module, Console, Storefront> = {
  /** The console is absent if it is off. */
  create(module: Module, consoleModule?: Console): Storefront;
  log: Logger;
  /** Vite's client connects to it. */
  server: Server;
  /** The process of the embedded API; null when none runs here. */
  api: { restart(): Promise<void>; reload(): Promise<void> } | null;
};

/**
 * The storefront and the console from their sources. Each has a Vite, which compiles the sources again after a change, and open
 * pages show it. Every page shows an error in the sources until it is fixed. The API restarts after a change of its sources;
 * requests wait for it. Sources with an error at the start are logged, and the start waits for the save that fixes them.
 * @throws when Node runs without the condition "development"
 */
export async function developStorefront<
  Module,
  Console,
  Storefront extends Closable & { tenants: { reload(): void } },
>({ create, log, server, api }: Options<Module, Console, Storefront>) {
  if (!import.meta.resolve("react-router").includes("/development/"))
    throw new Error("NODE_ENV is development, which needs more settings: start with npm run dev");
  const pages = createOpenPages();
  const { errors, afterChanges } = createFaults(log, pages.send);
  /** Requests that may still call the API. */
  const answering = createOpenRequests();
  const noteChange: Plugin = {
    name: "awning:note-change",
    hotUpdate({ file, modules }) {
      if (modules.length > 0) pages.noteChange();
      if (this.environment.name !== "ssr") return;
      if (api !== null && API_SOURCES.test(relative(storefront.config.root, file))) restartApi.schedule();
      if (errors.storefront !== undefined || (modules.length > 0 && !isCSSRequest(file))) loadAgain.schedule();
    },
  };
  const watch = { ignored: [`${resolve(env.DATA_DIR)}/**`] };
  /** @param path of the connections of pages to this Vite */
  const startVite = (config: UserConfig, path: string) =>
    createServer({ ...config, plugins: [noteChange], server: { middlewareMode: true, ws: { server, path }, watch } });
  const storefront = await startVite({}, "storefront");
  const consoleVite = env.CONSOLE_HOSTNAME === undefined ? undefined : await startVite({ root: "console" }, "console");
  const vites = [storefront, ...(consoleVite ? [consoleVite] : [])];
  pages.connect(vites, () => errors.tenants ?? errors.languages);
  const swap = createStorefrontSwap({
    load: async (): Promise<[Module, Console?]> => [
      (await storefront.ssrLoadModule("./app/entry.express.ts")) as Module,
      (await consoleVite?.ssrLoadModule("./entry.express.ts")) as Console | undefined,
    ],
    create: ([module, consoleModule]) => create(module, consoleModule),
    log,
  });
  const firstLoad = Promise.withResolvers<void>();
  const renew = async () => {
    await swap.renew();
    firstLoad.resolve();
  };
  const loadAgain = afterChanges("storefront", renew, { type: "custom", event: CHANGED });
  const restartApi = afterChanges(
    "api",
    async () => {
      await Promise.race([answering.ended(), wait(FINISH_MS, undefined, { ref: false })]);
      await api?.restart();
      await swap.forget();
    },
    { type: "full-reload" },
  );

  const readTenants = afterChanges("tenants", readBrands, { type: "full-reload" });

  loadAgain.schedule();
  await firstLoad.promise;
  const endWatch = watchFiles(vites, readTenants.schedule, afterChanges);

  /** Makes both programs read the brands now, although they also watch them. @throws with the faults of the brands' files */
  async function readBrands() {
    swap.current().tenants.reload();
    await api?.reload();
    checkTenants();
  }

  const compile = compileByHost(storefront, consoleVite);
  const listener: RequestListener = (req, res) =>
    compile(req, res, async () => {
      await restartApi.settled();
      answering.add(res);
      res.setHeader("Server-Timing", `${CHANGES};desc="${pages.changes()}"`);
      try {
        if (errors.api) throw errors.api;
        await swap.answer(req, res);
      } catch (error) {
        if (!res.headersSent) sendErrorPage(res, error as Error);
      }
    });

  return {
    listener,
    storefront: swap.current,
    /** Ends the connections of open pages at once, and the storefront after its requests. */
    async close() {
      endWatch();
      await Promise.all([swap.close(), ...vites.map((vite) => vite.close())]);
    },
  };
}

/**
 * Watches the folders of brands and languages. The module that holds the texts reads them again, as after an edit of it, unless one
 * cannot be read: then the last ones stay. @returns a function that ends the watch
 */
function watchFiles(
  vites: ViteDevServer[],
  readTenants: () => void,
  afterChanges: ReturnType<typeof createFaults>["afterChanges"],
) {
  const read = async () => {
    checkLanguages(LANGUAGE_FOLDERS);
    for (const { watcher } of vites) watcher.emit("change", LANGUAGES);
  };
  const readLanguages = afterChanges("languages", read, { type: "custom", event: CHANGED });
  const ends = [
    watchFolder(env.TENANTS_DIR, readTenants),
    ...LANGUAGE_FOLDERS.map((folder) => watchFolder(folder, readLanguages.schedule)),
  ];
  return () => ends.forEach((end) => end());
}

/** @throws with the faults of the brands' files */
function checkTenants() {
  const { problems } = loadTenants(env.TENANTS_DIR);
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
}

/** Compiles for the console's hostname by the console's Vite, and for all others by the shop's. */
function compileByHost(storefront: ViteDevServer, consoleVite?: ViteDevServer) {
  return (req: IncomingMessage, res: ServerResponse, next: () => unknown) => {
    const compileForShop = () => storefront.middlewares(req, res, next);
    // A frame of the console uses the shop's style sheets, which the console's Vite does not find.
    if (consoleVite && parseHost(req.headers.host)?.hostname === env.CONSOLE_HOSTNAME)
      consoleVite.middlewares(req, res, compileForShop);
    else compileForShop();
  };
}
