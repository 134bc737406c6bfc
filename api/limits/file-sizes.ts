const MB = 1024 * 1024;

/** The most bytes of a file that a member sends. */
export const MOST_BYTES = {
  /** Files of stock and catalogues are read part by part. */
  stock: 100 * MB,
  catalogue: 100 * MB,
  /** An Excel or JSON file can be read only as a whole, in memory. */
  wholeCatalogue: 32 * MB,
  picture: 10 * MB,
};

/** The most products of such a file. */
export const MOST_WHOLE_PRODUCTS = 100_000;

/** The text for members about a file of more than `most` bytes. */
export const tooLargeText = (most: number) => `The file is larger than ${most / MB} MB.`;
