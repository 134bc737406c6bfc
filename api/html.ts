const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const inr = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Paise as the shopper reads them: ₹1,23,456.50. */
export const formatPaise = (paise: number) => inr.format(paise / 100);
