const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every limit that is a setting: tests of races raise them. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  accessTokenMs: 15 * MINUTE_MS,
  /** Absolute: refreshing does not prolong it (spec, section 9: token cookies). */
  sessionMs: 7 * DAY_MS,
  /** How long the previous refresh token is still taken, so that two tabs may refresh at once. */
  refreshGraceMs: MINUTE_MS,
  loginWindowMs: 15 * MINUTE_MS,
  /** Failures in one window: by name and network, by name alone (so that no one network can lock the owner out), by network. */
  loginFailuresPerNameAndNet: 5,
  loginFailuresPerName: 50,
  loginFailuresPerNet: 100,
  signupsPerNet: 200,
  /** How long a link that proves an e-mail address is good. */
  verificationMs: 3 * DAY_MS,
  verificationMailsPerUserAndDay: 5,
  /** A reset's code, and then the token that it is exchanged for. */
  resetCodeMs: 10 * MINUTE_MS,
  resetTokenMs: 10 * MINUTE_MS,
  /** Of one reset: codes, and then passwords. */
  resetTries: 5,
  /** Over all resets of one user: of 10,000 codes a stranger tries so many a day. */
  resetCodesPerUserAndDay: 20,
  /** Resets asked for, in the order in which they are counted: one network that uses up its own leaves the owner's. */
  resetsPerNameNetAndDay: 5,
  resetsPerNetAndDay: 50,
  resetsPerNameAndDay: 20,
  /** Codes that are mailed to one account, by whichever of its names: e-mail or phone. */
  resetMailsPerUserAndDay: 20,
  /** Addresses of gifts that were never given out, before a network is told to stop. */
  giftMissesPerNetAndDay: 100,
  giftMailsPerGiftAndDay: 5,
  contactMessagesPerNetAndDay: 10,
  contactMessagesPerDay: 500,
  couponTriesPerHour: 10,
  cartLines: 50,
  /** Of one cart item: /^[1-9]\d{0,2}$/. */
  cartQuantity: 999,
};
