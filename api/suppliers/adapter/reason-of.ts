import type { SupplyView } from "../../ports/voucher-supplier.ts";

/** The reason of a refusal, read from the supplier's words; their error codes are not public. */
export function reasonOf(text: string): SupplyView["reason"] {
  if (/insufficient.*(balance|fund|amount)|(balance|fund).*(insufficient|low|not enough)/i.test(text))
    return "float_low";
  if (/out.?of.?stock|no.*(stock|inventory)|(stock|inventory).*(over|empty|unavailable)/i.test(text))
    return "out_of_stock";
  if (/(product|sku).*(not.?found|not available|unavailable|disabled|inactive|invalid)/i.test(text)) return "not_sold";
  return "rejected";
}
