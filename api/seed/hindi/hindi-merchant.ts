/** The Hindi names and pitches (HTML) of merchants, by their English names. */
export type HindiMerchants = Record<string, { name: string; pitch: string }>;
