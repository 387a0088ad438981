/** `failed`: the browser allows neither. */
export type Shared = "shared" | "copied" | "cancelled" | "failed";

/** Hands a link to the device's share sheet, or copies it where there is none. */
export async function shareLink(text: string, url: string): Promise<Shared> {
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (share !== undefined) {
    try {
      await share.call(navigator, { text, url });
      return "shared";
    } catch (error) {
      // The visitor has closed the sheet. Other browsers have one and do not open it.
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
