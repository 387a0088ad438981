import { SwapController } from "@reown/appkit-controllers";

/**
 * Kit 1.7.4 writes what a swap would give with commas ("2,000.000000") and stumbles when it reads that back: who would
 * get a thousand or more is told that the balance is too small. Without commas it can.
 */
export function writeSwapAmountsPlainly(): void {
  const setToTokenAmount = SwapController.setToTokenAmount.bind(SwapController);
  SwapController.setToTokenAmount = (amount) => {
    setToTokenAmount(amount);
    SwapController.state.toTokenAmount = SwapController.state.toTokenAmount.replaceAll(",", "");
  };
}
