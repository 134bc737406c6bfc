const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every limit that is a setting: tests of races raise them. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  accessTokenMs: 15 * MINUTE_MS,
  /** Absolute: refreshing does not prolong it (docs/product.md, 5.6). */
  sessionMs: 7 * DAY_MS,
  /** How long the previous refresh token is still taken, so that two tabs may refresh at once. */
  refreshGraceMs: MINUTE_MS,
  loginWindowMs: 15 * MINUTE_MS,
  /** Failures in one window: by name and network, by name alone (so that no one network can lock the owner out), by network. */
  loginFailuresPerNameAndNet: 5,
  loginFailuresPerName: 50,
  loginFailuresPerNet: 100,
  /** By name and device, in place of the three above, where the account knows the browser. */
  loginFailuresPerDevice: 5,
  signupsPerNet: 200,
  /** Sessions of one user; a login beyond that ends the one that was used least recently. */
  sessionsPerUser: 20,
  /** Successors of one refresh token within its grace: two tabs at several replicas, and an answer that got lost. */
  successorsPerRefreshToken: 5,
  /** Of the page that changes the password: old passwords tried, by one user. */
  oldPasswordTriesPerUserAndDay: 10,
  /** How long a link that proves an e-mail address is good. */
  verificationMs: 3 * DAY_MS,
  verificationMailsPerUserAndDay: 5,
  /** Mails to an address that nobody has proven: to one mailbox, whatever stands behind its plus, and from one network. */
  unprovenMailsPerMailboxAndDay: 6,
  /** Of these, to addresses with a plus part. */
  unprovenMailsWithPlusPerMailboxAndDay: 3,
  unprovenMailsPerNetAndDay: 1_000,
  /** Mails that tell the owner of an account of sign-ups with their address. */
  signupNoticesPerUserAndDay: 2,
  /** A reset's code, and then the token that it is exchanged for. */
  resetCodeMs: 10 * MINUTE_MS,
  resetTokenMs: 10 * MINUTE_MS,
  /** Of one reset: codes, and then passwords. */
  resetTries: 5,
  /** Over all resets of one user: of a million codes a stranger tries so many a day. */
  resetCodesPerUserAndDay: 20,
  /** Resets asked for, in the order in which they are counted: one network that uses up its own leaves the owner's. */
  resetsPerNameNetAndDay: 5,
  resetsPerNetAndDay: 50,
  resetsPerNameAndDay: 20,
  /** Once the whole shop has used up its resets. */
  resetsPerNetBeyondShopDay: 2,
  /** In place of all of these, where the account knows the browser: strangers cannot use it up. */
  resetsPerDeviceAndDay: 5,
  /** Codes that are mailed to one account, by whichever of its names: e-mail or phone. */
  resetMailsPerUserAndDay: 20,
  /** Browsers that an account knows at most, and for how long it knows one on which nobody logs in. */
  devicesPerUser: 20,
  deviceMs: 400 * DAY_MS,
  /** A code that confirms a device. */
  deviceCodeMs: 10 * MINUTE_MS,
  deviceCodeTries: 5,
  deviceCodesSentPerUserAndDay: 10,
  deviceCodesTriedPerUserAndDay: 20,
  newDeviceMailsPerUserAndDay: 5,
  /** Addresses of gifts that were never given out, before a network is told to stop. */
  giftMissesPerNetAndDay: 100,
  giftMailsPerGiftAndDay: 5,
  /** Gifts that go to one mailbox; the others of an order go a day later. */
  giftMailsPerMailboxAndDay: 20,
  /** Cards that one shopper waits for at once, and asks for in a day: each is one mail at most. */
  stockNoticesPerUser: 20,
  stockNoticesPerUserAndDay: 40,
  contactMessagesPerNetAndDay: 10,
  contactMessagesPerDay: 500,
  /**
   * Of a whole shop in a day: at `alarm` the operator is told, beyond `limit` strangers get less (docs/security.md says
   * what). A shop of 100,000 shoppers sees a fifth of an alarm's figure on its busiest days.
   */
  shopDay: {
    /** Begun. Beyond the limit a network begins `resetsPerNetBeyondShopDay`. */
    resets: { alarm: 2_500, limit: 20_000 },
    /** Of resets. Beyond the limit a wrong code ends its reset. */
    wrongCodes: { alarm: 500, limit: 5_000 },
    /** Beyond the limit refused. */
    signups: { alarm: 5_000, limit: 20_000 },
    /** To addresses that nobody has proven. Beyond the limit not sent. */
    unprovenMails: { alarm: 6_000, limit: 25_000 },
    /** All that were sent: an alarm only, since orders must go out. */
    mails: { alarm: 100_000, limit: Infinity },
  },
  couponTriesPerHour: 10,
  cartLines: 50,
  /** Of one cart item: /^[1-9]\d{0,2}$/. */
  cartQuantity: 999,
};
