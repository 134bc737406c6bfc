import type { Loaded } from "./load.ts";
import { isLoopbackDemo } from "./loopback.ts";

/**
 * True while a deployment contains only demos with loopback names, and has no DATA_KEY. The console then has a member with a
 * public password and without a code. A brand that cannot be read may be a public one.
 */
export const isDemoDeployment = ({ tenants, problems }: Loaded, dataKey: unknown) =>
  tenants.length > 0 && problems.length === 0 && tenants.every(isLoopbackDemo) && dataKey === undefined;
