/** The names of the fields that may match. */
const FIELDS: Record<string, string> = {
  order_number: "Number",
  short_reference: "Reference",
  receipt: "Receipt",
  payment: "Payment",
  bank_reference: "UTR",
  refund: "Refund",
  recipient_name: "Gift for",
  recipient_email: "Gift to",
  recipient_phone: "Gift to",
  name: "Name",
  email: "E-mail",
  delivery_email: "E-mail for cards",
  phone: "Phone",
  delivery_phone: "Phone for cards",
  card_number: "The whole card number",
  card_ending: "The last four digits of a card",
};

/** The reasons for a result: the values that contain the typed text. */
export const Reasons = ({ why }: { why: { field: string; value: string }[] }) => (
  <ul className="reasons">
    {why.map(({ field, value }) => (
      <li key={field + value}>
        {FIELDS[field] ?? field} {value}
      </li>
    ))}
  </ul>
);
