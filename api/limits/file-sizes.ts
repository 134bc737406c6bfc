const MB = 1024 * 1024;

/** The most bytes of a file that a member sends. */
export const MOST_BYTES = {
  /** A file of stock is read part by part. */
  stock: 100 * MB,
  /** A catalogue is checked as a whole, in memory. */
  catalogue: 32 * MB,
  picture: 10 * MB,
};

/** What members read about a file of more than `most` bytes. */
export const tooLargeText = (most: number) => `The file is larger than ${most / MB} MB.`;
