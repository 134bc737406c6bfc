/// <reference types="vite/client" />
declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  const build: ServerBuild;
  export = build;
}

/** Messages that the build has compiled (config/vite/compile-messages.ts). */
declare module "*.json?compiled" {
  const messages: Record<string, import("icu-minify/format").CompiledMessage>;
  export default messages;
}
