import { createContext } from "react-router";

import type { Me } from "./member.ts";
import type { StaffApi } from "./staff-api.server.ts";

/** Set by the middleware of console/root.tsx. */
export const staffApiContext = createContext<StaffApi>();

/** Set by the middleware of console/signed-in.tsx. */
export const meContext = createContext<Me>();
