/** `failed`: the browser allows neither sharing nor copying. */
export type Shared = "shared" | "copied" | "cancelled" | "failed";

export async function shareLink(text: string, url: string): Promise<Shared> {
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (share !== undefined) {
    try {
      await share.call(navigator, { text, url });
      return "shared";
    } catch (error) {
      // The visitor closed the share sheet. Any other error means that no sheet opened.
      if ((error as Error | null)?.name === "AbortError") return "cancelled";
    }
  }
  try {
    if (clipboard === undefined) return "failed";
    await clipboard.writeText(url);
    return "copied";
  } catch {
    return "failed";
  }
}
