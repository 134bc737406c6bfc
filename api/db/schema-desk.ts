/** The tables of the console's work on orders. */
export type DeskTables = { order_notes: OrderNotes; voucher_reveals: VoucherReveals };

/** What members of the staff wrote about an order. */
type OrderNotes = {
  /** Made with the form, so that a form that is sent twice adds one note. */
  id: string;
  order_id: string;
  /** The member's e-mail address. */
  author: string;
  text: string;
  created_at: number;
};

/** Each time a member of the staff has seen a card's code. */
type VoucherReveals = {
  id: string;
  voucher_id: string;
  revealed_at: number;
  /** The member's e-mail address. */
  member: string;
};
