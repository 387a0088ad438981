import { replaceMethod } from "./each-element.ts";

const VIEW = "w3m-connect-view";

/** Draws the shade above and below a list that is longer than its view. */
const MEASURE = "handleConnectListScroll";

/**
 * Kit 1.7.4 measures its list as soon as that is rendered, before the wallets in it are, so the browser lays the dialog out
 * twice before it shows it. The view also measures it whenever its size has changed, first when the browser shows it: that
 * is enough.
 */
export function measureListOnce(): void {
  let tooEarly = false;
  void replaceMethod(VIEW, "firstUpdated", (_, update) => {
    tooEarly = true;
    try {
      update();
    } finally {
      tooEarly = false;
    }
  });
  void replaceMethod(VIEW, MEASURE, (_, measure) => {
    if (!tooEarly) measure();
  });
}
