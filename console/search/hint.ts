/** What every search of orders and shoppers finds. */
export const SEARCH_HINT =
  "Three or more letters or digits of a name, phone, e-mail, order, reference, receipt, payment or UTR, or a card’s last four.";
