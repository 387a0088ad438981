import { SwapController } from "@reown/appkit-controllers";

/**
 * Kit 1.7.4 formats the amount that a swap yields with commas ("2,000.000000") and can't parse it again: from a thousand on
 * it reports an insufficient balance. This removes the commas.
 */
export function formatSwapAmountsPlainly(): void {
  const setToTokenAmount = SwapController.setToTokenAmount.bind(SwapController);
  SwapController.setToTokenAmount = (amount) => {
    setToTokenAmount(amount);
    SwapController.state.toTokenAmount = SwapController.state.toTokenAmount.replaceAll(",", "");
  };
}
