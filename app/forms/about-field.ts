/** A hidden field of this name says what a form is about, and that what it holds is worth keeping over a login. */
export const ABOUT_FIELD = "about";

/** What a voucher code that was typed before the login is about. */
export const ABOUT_COUPON = "coupon";
