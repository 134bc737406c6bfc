/** Paise as rupees with two places, such as "10.50". */
export const toRupeeText = (paise: number) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;

/** A JSON number of rupees with at most two places as paise; undefined for everything else. */
export function toPaise(rupees: unknown): number | undefined {
  if (typeof rupees !== "number" || !/^\d{1,9}(\.\d{1,2})?$/.test(String(rupees))) return undefined;
  const [whole, decimals = ""] = String(rupees).split(".");
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Marks a JSON number whose text must be kept, such as 170.00. */
const MARK = "\u0001";
export const exactNumber = (text: string) => `${MARK}${text}${MARK}`;

/** Like JSON.stringify, but writes exact numbers unchanged. */
export const stringifyExactly = (value: unknown) => JSON.stringify(value).replace(/"\\u0001([\d.]+)\\u0001"/g, "$1");
