import { ApiController, ModalController } from "@reown/appkit-controllers";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type FetchWallets = typeof ApiController.fetchWallets;

/**
 * AppKit 1.7.4 asks its provider's directory of wallets once, and opens its dialog only after the
 * answer. Here the dialog opens at once, and this repeats a request at growing intervals until an
 * answer comes. Concurrent calls share one request.
 */
export function askDirectoryPatiently(): void {
  const prefetch = ApiController.prefetch;
  ApiController.prefetch = async (what) => {
    // AppKit waits for this result before it opens the dialog.
    void prefetch(what);
    return [];
  };

  const once = ApiController.fetchWallets;
  const underWay = new Map<string, ReturnType<FetchWallets>>();
  /** If two searches run, only the later one's results matter. */
  let search: string | undefined;

  async function fetchPatiently(params: Parameters<FetchWallets>[0]): ReturnType<FetchWallets> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await once(params);
      } catch {
        // A wallet list that arrives late must not show a spinner.
        ApiController.state.isFetchingRecommendedWallets = false;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      await dialogOpen();
      if (params.search !== undefined && params.search !== search) await NEVER;
    }
  }

  ApiController.fetchWallets = (params) => {
    if (params.search !== undefined) search = params.search;
    const key = JSON.stringify(params);
    const asked = underWay.get(key) ?? fetchPatiently(params).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };
}

const NEVER = new Promise<never>(() => undefined);

function dialogOpen(): Promise<void> {
  if (ModalController.state.open) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = ModalController.subscribeKey("open", () => {
      stop();
      resolve();
    });
  });
}
