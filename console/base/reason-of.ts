/** The reason for a page or a file that cannot be shown. */
export function reasonOf(status: number): string {
  if (status === 404) return "There is no such page, or your role does not include it.";
  if (status === 400) return "Something in the address or in the form cannot be read. Go back, and choose it again.";
  return "Something failed on our side. Load the page again in a moment.";
}
