/** The actions on the page of a shopper, by the name of the call. */
export const ACTIONS = {
  "end-sessions": { label: "End all sessions", done: "All sessions have ended.", permission: "shoppers.act" },
  "confirm-device": { label: "Confirm a device", done: "The device is confirmed.", permission: "shoppers.act" },
  disable: { label: "Disable the account", done: "The account is disabled.", permission: "shoppers.act" },
  enable: { label: "Enable the account", done: "The account is enabled.", permission: "shoppers.act" },
  "grant-coins": { label: "Grant coins", done: "The coins are credited.", permission: "coins.grant" },
  "take-coins": { label: "Take coins back", done: "The coins are taken back.", permission: "coins.grant" },
} as const;

export type ActName = keyof typeof ACTIONS;

export const isAction = (name: string): name is ActName => Object.hasOwn(ACTIONS, name);
