import { createHmac } from "node:crypto";

import type { Express } from "express";

import type { LoggedRequest } from "./vendor.ts";

/** A simulator for a person, and the settings that connect a brand with it. */
export type Rehearsal = {
  simulator: { app: Express; requests: LoggedRequest[] };
  /** The settings for tenant.json, with the simulator's URL. */
  settings(url: string): object;
  /** The shop's environment variables for a brand, without their common start. */
  secrets: Record<string, string>;
  /** The start of these variables: a use such as PAYMENTS, and what follows the brand, such as a supplier's name. */
  use: "PAYMENTS" | "SUPPLIER" | "MESSAGES";
  owner: string[];
  /** The address that it notifies; null if it notifies nobody. */
  notifies: string | null;
};

export type RehearsalOptions = {
  /** Credentials follow from it, so that a restart keeps them. */
  key: string;
  /** The address for notifications: the brand's origin with this path, unless the operator named another address. */
  addressOf(path: string): string;
  payee: string;
};

export const SOON_MS = 5_000;

/** Lower-case hexadecimal digits that follow from the key. */
export const derive = (key: string, name: string, digits: number) =>
  createHmac("sha256", key).update(name).digest("hex").slice(0, digits);
