import { DAY_MS } from "../domain/days.ts";

const MINUTE_MS = 60_000;

/** The limits of a shop. Tests raise some of them. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  accessTokenMs: 15 * MINUTE_MS,
  /** An absolute limit: refreshing does not extend it (docs/product.md, 5.6). */
  sessionMs: 7 * DAY_MS,
  /** A used refresh token still works for this time, so that two tabs can refresh at the same time. */
  refreshGraceMs: MINUTE_MS,
  loginWindowMs: 15 * MINUTE_MS,
  /**
   * Failed logins in one window: for a name from one network, for a name from all networks, from a network for all names.
   * The first is the lowest, so that one network cannot lock an owner out.
   */
  loginFailuresPerNameAndNet: 5,
  loginFailuresPerName: 50,
  loginFailuresPerNet: 100,
  /** Replaces the three limits above for a trusted browser. */
  loginFailuresPerDevice: 5,
  /** Entries in the staff's audit about a member's attempts beyond these limits, in one window. */
  limitNotesPerMember: 5,
  /** Sign-ins of a member with the right password and a wrong code, in a day, after which the owners get a mail. */
  wrongStaffCodesPerDay: 5,
  signupsPerNet: 200,
  /** Passwords that are hashed at once, and those that wait, in all and from one network. */
  hashes: { concurrent: 2, waiting: 64, waitingPerNet: 32 },
  /** Changes of one shopper's cart, orders and coins that run or wait in one process. */
  changesPerShopper: 50,
  /** Sessions of one user. A login beyond that ends the least recently used one. */
  sessionsPerUser: 20,
  /** Successors of one refresh token within its grace: one for each tab that refreshes, and for each lost answer. */
  successorsPerRefreshToken: 5,
  /** Old passwords that one user tries on the page that changes the password. */
  oldPasswordTriesPerUserAndDay: 10,
  /** The link that proves an e-mail address works for this time. */
  verificationMs: 3 * DAY_MS,
  verificationMailsPerUserAndDay: 5,
  /** Mails to unproven addresses: to one mailbox, with any text after the plus in its address, and for one network. */
  unprovenMailsPerMailboxAndDay: 6,
  /** The part of these that may go to addresses with a plus. */
  unprovenMailsWithPlusPerMailboxAndDay: 3,
  unprovenMailsPerNetAndDay: 1_000,
  /** Mails to the owner of an account about another sign-up with the address. */
  signupNoticesPerUserAndDay: 2,
  /** A mailed reset code works for this time, and so does the token that replaces it. */
  resetCodeMs: 10 * MINUTE_MS,
  resetTokenMs: 10 * MINUTE_MS,
  /** Tries in one reset: of its code, and then of a new password. */
  resetTries: 5,
  /** Codes tried in all resets of one user, out of a million possible ones. */
  resetCodesPerUserAndDay: 20,
  /**
   * Resets begun, in the order in which they are counted. A network that has used up its own limit does not use up the owner's.
   */
  resetsPerNameNetAndDay: 5,
  resetsPerNetAndDay: 50,
  resetsPerNameAndDay: 20,
  /** Applies when the whole shop has used up its day (`shopDay.resets`). */
  resetsPerNetBeyondShopDay: 2,
  /** Replaces all these limits for a trusted browser, so that strangers cannot use it up. */
  resetsPerDeviceAndDay: 5,
  /** Reset codes mailed to one account, requested by e-mail or phone. */
  resetMailsPerUserAndDay: 20,
  /** Trusted browsers of an account, and the time for which one stays trusted without a login. */
  devicesPerUser: 20,
  deviceMs: 400 * DAY_MS,
  /** A code that confirms a device. */
  deviceCodeMs: 10 * MINUTE_MS,
  deviceCodeTries: 5,
  deviceCodesSentPerUserAndDay: 10,
  deviceCodesTriedPerUserAndDay: 20,
  newDeviceMailsPerUserAndDay: 5,
  /** A code that was sent to a phone, and the tries of one. */
  phoneCodeMs: 10 * MINUTE_MS,
  phoneCodeTries: 5,
  /** Codes to one number in a day; a known browser of its account counts apart. */
  phoneCodesPerNumberAndDay: 10,
  /** Further codes on the networks from which its account signed in, once strangers have used up these or their tries. */
  phoneCodesFromKnownNetworksPerDay: 5,
  /** Networks from which an account signed in by phone, and the time for which each stays known. */
  knownNetworksPerUser: 5,
  knownNetworkMs: 90 * DAY_MS,
  /** The wait after each code that was not used; the last one repeats. */
  phoneCodeWaitsMs: [30_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  /** Tries of all codes of a number, out of a million possible ones. A known browser counts apart. */
  phoneTriesPerNumberAndDay: 20,
  /** Codes that one network requests, and those that an account requests to confirm a number. */
  phoneCodesPerNetAndDay: 100,
  phoneCodesPerUserAndDay: 10,
  /** From so many codes of a shop in a day, an alarm at every so many if a smaller share of them was used. */
  phoneCodeAlarm: { atLeast: 200, every: 100, usedShare: 0.25 },
  /** An account without a login for this time opens by phone on an unknown browser only after a question, and then for a day. */
  dormantMs: 90 * DAY_MS,
  dormantSessionMs: DAY_MS,
  /** Unknown gift links that one network may open before it is refused. */
  giftMissesPerNetAndDay: 100,
  giftMailsPerGiftAndDay: 5,
  /** Gifts to one mailbox, and to one number. The rest of an order goes out a day later. */
  giftMailsPerMailboxAndDay: 20,
  /** Cards for which one shopper may wait at once, and new requests in a day. Each causes one mail at most. */
  stockNoticesPerUser: 20,
  stockNoticesPerUserAndDay: 40,
  contactMessagesPerNetAndDay: 10,
  contactMessagesPerDay: 500,
  /**
   * Limits of a whole shop in a day. At `alarm` the operator gets an alarm; beyond `limit` strangers get less, as
   * docs/security.md explains. On its busiest days a shop of 100,000 shoppers reaches a fifth of the figure for an alarm.
   */
  shopDay: {
    /** Resets begun. Beyond the limit `resetsPerNetBeyondShopDay` applies. */
    resets: { alarm: 2_500, limit: 20_000 },
    /** Wrong reset codes. Beyond the limit a wrong code ends its reset. */
    wrongCodes: { alarm: 500, limit: 5_000 },
    /** Sign-ups. Beyond the limit they are refused. */
    signups: { alarm: 5_000, limit: 20_000 },
    /** Mails to unproven addresses. Beyond the limit they are not sent. */
    unprovenMails: { alarm: 6_000, limit: 25_000 },
    /** All mails. An alarm only, because orders must go out. */
    mails: { alarm: 100_000, limit: Infinity },
  },
  /** For the operator's own systems. */
  callsPerKeyAndMinute: 600,
  wrongKeysPerNetAndMinute: 60,
  /** Messages about orders and gifts to one phone number. */
  messagesPerNumberAndDay: 20,
  couponTriesPerHour: 10,
  cartLines: 50,
  /** The limit of one cart item: /^[1-9]\d{0,2}$/. */
  cartQuantity: 999,
};
