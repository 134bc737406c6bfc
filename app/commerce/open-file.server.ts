type Opening = { headers: Record<string, string>; signal: AbortSignal };

/** Asks for a file of any length, to be passed on as it comes; undefined where nobody answers. Follows no redirects. */
export async function openFile(url: string, { headers, signal }: Opening): Promise<Response | undefined> {
  try {
    return await fetch(url, { headers, signal, redirect: "error" });
  } catch (error) {
    if (error instanceof TypeError || signal.aborted) return undefined;
    throw error;
  }
}
