import { tickedIn } from "./check-list.tsx";
import { type Actions, endpointBody } from "./send-action.server.ts";

/** The actions of the forms. */
export const INTEGRATION_ACTS: Actions = {
  "add-endpoint": { path: () => "endpoints", body: endpointBody, done: "" },
  "add-key": {
    path: () => "keys",
    body: (typed) => ({ name: typed.name ?? "", scopes: tickedIn(typed, "scope:"), last_day: typed.last_day ?? "" }),
    done: "",
  },
  "take-over-key": {
    path: ({ key = "" }) => `keys/${encodeURIComponent(key)}/take-over`,
    done: "The key is yours now, and works again.",
  },
  "revoke-key": {
    path: ({ key = "" }) => `keys/${encodeURIComponent(key)}/revoke`,
    body: ({ reason = "" }) => ({ reason }),
    done: "The key is revoked.",
  },
};
