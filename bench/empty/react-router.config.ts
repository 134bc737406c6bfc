import type { Config } from "@react-router/dev/config";

export default { buildDirectory: "../../build/empty", routeDiscovery: { mode: "initial" } } satisfies Config;
