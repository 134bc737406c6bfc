import { createHash } from "node:crypto";

import { type LimiterStore, take } from "./limiter-store.ts";
import type { Limits } from "./limits.ts";

/**
 * Counts one tenant's logins and sign-ups. Each attempt is counted before its password is checked. Count and check of the limit
 * are one step, so that a burst cannot slip through. A right password gives its attempt back.
 */
export type LoginLimiter = {
  /**
   * Counts an attempt. False if there are too many for this name from this network, for this name, or from this network. With a
   * `device` (the hash of a known token of the account), only the attempts on that device count, so that strangers cannot lock it
   * out.
   */
  tryLogin(username: string, net: string, device?: string): Promise<boolean>;
  loginSucceeded(username: string, net: string, device?: string): Promise<void>;
  /** Gives an attempt back whose password was not checked. */
  giveBack(username: string, net: string, device?: string): Promise<void>;
  /** Called after a reset of the password, so that its owner need not wait. */
  forgetFailures(username: string, net: string, device?: string): Promise<void>;
  trySignup(net: string): Promise<boolean>;
};

export function createLoginLimiter(limits: Limits, tenantId: string, store: LimiterStore): LoginLimiter {
  const limiter = (name: string, points: number) =>
    store.createLimiter({ name: `${tenantId}:${name}`, points, windowMs: limits.loginWindowMs });
  const byNameAndNet = limiter("login-name-net", limits.loginFailuresPerNameAndNet);
  const byName = limiter("login-name", limits.loginFailuresPerName);
  const byNet = limiter("login-net", limits.loginFailuresPerNet);
  const byNameAndDevice = limiter("login-name-device", limits.loginFailuresPerDevice);
  const signups = limiter("signup-net", limits.signupsPerNet);

  return {
    async tryLogin(username, net, device) {
      if (device !== undefined) return take(byNameAndDevice, `${nameKey(username)} ${device}`);
      // Checked first, because otherwise a refused network could fill the memory with names.
      const ofNet = await byNet.get(net);
      if (ofNet !== null && ofNet.remainingPoints <= 0) return false;
      // The narrowest limit first, so that a network that has used up its own attempts does not use up the owner's.
      return (
        (await take(byNameAndNet, `${nameKey(username)} ${net}`)) &&
        (await take(byNet, net)) &&
        (await take(byName, nameKey(username)))
      );
    },
    async loginSucceeded(username, net, device) {
      if (device !== undefined) return void (await byNameAndDevice.delete(`${nameKey(username)} ${device}`));
      await byNameAndNet.delete(`${nameKey(username)} ${net}`);
      await byNet.reward(net, 1);
      await byName.reward(nameKey(username), 1);
    },
    async giveBack(username, net, device) {
      if (device !== undefined) return void (await byNameAndDevice.reward(`${nameKey(username)} ${device}`, 1));
      await byNameAndNet.reward(`${nameKey(username)} ${net}`, 1);
      await byNet.reward(net, 1);
      await byName.reward(nameKey(username), 1);
    },
    async forgetFailures(username, net, device) {
      await byNameAndNet.delete(`${nameKey(username)} ${net}`);
      if (device !== undefined) await byNameAndDevice.delete(`${nameKey(username)} ${device}`);
    },
    trySignup: (net) => take(signups, net),
  };
}

/** A hash, so that keys are short for names of any length and do not list shoppers in memory. */
const nameKey = (username: string) => createHash("sha256").update(username.trim().toLowerCase()).digest("base64url");
