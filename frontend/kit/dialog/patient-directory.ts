import { ApiController, ModalController } from "@reown/appkit-controllers";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type FetchWallets = typeof ApiController.fetchWallets;

/**
 * Kit 1.7.4 opens its dialog after its provider's directory of wallets has answered, and asks that once: a list that did not
 * come in time stays empty until the page is loaded again. Here the dialog opens at once, and a request is repeated, at
 * growing intervals and while the dialog is open, until it is answered. One that is under way is shared.
 */
export function askDirectoryPatiently(): void {
  const prefetch = ApiController.prefetch;
  ApiController.prefetch = async (what) => {
    // It is waited for before the dialog opens. What it fetches is shown when it has come.
    void prefetch(what);
    return [];
  };

  const once = ApiController.fetchWallets;
  const underWay = new Map<string, ReturnType<FetchWallets>>();
  /** If two searches run, the visitor waits for the later one. */
  let search: string | undefined;

  async function fetchPatiently(params: Parameters<FetchWallets>[0]): ReturnType<FetchWallets> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await once(params);
      } catch {
        // The visitor does not wait any more, and a list that is late has no spinner.
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
