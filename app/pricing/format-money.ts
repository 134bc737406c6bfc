import { PRICE_CURRENCY, PRICE_DECIMALS } from "#app/base/constants.ts";

const decimals = { minimumFractionDigits: PRICE_DECIMALS, maximumFractionDigits: PRICE_DECIMALS };
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: PRICE_CURRENCY, ...decimals });
const wholePoints = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exactPoints = new Intl.NumberFormat("en-IN", decimals);
const movedPoints = new Intl.NumberFormat("en-IN", { ...decimals, signDisplay: "exceptZero" });

/** Integer paise as text with Indian grouping and two decimals: 12345678 -> "₹1,23,456.78" (docs/product.md, 1.3). */
export const formatMoney = (paise: number) => rupees.format(paise / 100);

/** Integer hundredths of a coin with always two decimals, as the coin history shows them: 125000 -> "1,250.00". */
export const formatExactPoints = (hundredths: number) => exactPoints.format(hundredths / 100);

/** Received or spent hundredths of a coin, with their sign: "+1,250.00", "-20.25". */
export const formatMovedPoints = (hundredths: number) => movedPoints.format(hundredths / 100);

/** Integer hundredths of a coin, with two decimals unless it is a whole number: 125000 -> "1,250". */
export const formatPoints = (hundredths: number) =>
  hundredths % 100 === 0 ? wholePoints.format(hundredths / 100) : formatExactPoints(hundredths);
