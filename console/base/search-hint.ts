/** The fields of every search for orders and shoppers. */
export const SEARCH_HINT =
  "Three or more letters or digits of a name, phone, e-mail, order, reference, receipt, payment or UTR, or a card’s last four.";
