/** The address of a picture of the brand. Browsers keep the picture as long as its address stays the same. */
export const withVersion = (url: string, version: string | null) =>
  version !== null && url.startsWith("/media/brand/") ? `${url}?v=${version}` : url;
