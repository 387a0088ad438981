import type { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { CoreHelperUtil } from "@reown/appkit-controllers";

/** As kit 1.7.4 says it without an adapter. An empty account of another network has "0.0". */
const NOTHING = "0.00";

/**
 * Coins of a testnet have no value, and the specification shows them as 0.00. Kit 1.7.4 does so without an adapter, but writes
 * 0.000 in its dialog; its ethers adapter shows the amount. This shows 0.00.
 */
export function hideTestBalances(adapter: Pick<EthersAdapter, "getBalance">): void {
  const getBalance = adapter.getBalance.bind(adapter);
  adapter.getBalance = async (given) => {
    const { caipNetwork } = given;
    if (caipNetwork?.testnet !== true) return await getBalance(given);
    return { balance: NOTHING, symbol: caipNetwork.nativeCurrency.symbol };
  };
  const formatBalance = CoreHelperUtil.formatBalance.bind(CoreHelperUtil);
  CoreHelperUtil.formatBalance = (balance, symbol) =>
    balance === NOTHING && symbol ? `${NOTHING} ${symbol}` : formatBalance(balance, symbol);
}
