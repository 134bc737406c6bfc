/**
 * From this total (paise) the receipt names its buyer: CGST rules, 46 (e). The rule is for registered sellers; the shop needs the
 * name in each brand, because a brand may register later.
 */
export const NAMED_RECEIPT_PAISE = 50_000_00;
