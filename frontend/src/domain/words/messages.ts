/** The exact words of P-14 and P-20 to P-26. */
export const messages = {
  notConnected: "please connect your wallet first",
  wrongNetwork: (networkName: string) => `Please switch to the correct network (${networkName})!`,
  inactiveAffiliate:
    "Invalid or inactive affiliate code. Please check your affiliate link and try again.",
  invalidAmount: "Invalid amount specified",
  rejected: "Transaction rejected by user",
  sendingFailed: (message: string) => `Error sending transaction: ${message}`,
  noProvider: "Wallet provider not available",
  success: "Transaction successful!",
} as const;
