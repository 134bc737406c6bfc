import { createContext } from "react-router";

import type { Preview } from "#app/preview/preview.server.ts";
import type { Upload } from "#app/uploads/upload.server.ts";

import type { Me } from "./member.ts";
import type { StaffApi, StaffConnections } from "./staff-api.server.ts";

/** Set by entry.express.ts. */
export const staffConnectionsContext = createContext<StaffConnections>();

/** Set by the middleware of root.tsx. */
export const staffApiContext = createContext<StaffApi>();

/** Set by the middleware of signed-in.tsx. */
export const meContext = createContext<Me>();

/** Set by entry.express.ts: the shop's pages, for frames of the console. */
export const previewContext = createContext<Preview>();

/** Reads the form with a file that was sent; null for other requests. */
export const uploadContext = createContext<(() => Promise<Upload>) | null>();
