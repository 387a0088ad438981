/**
 * For the relay's client, kit 1.7.4 loads a logging library before its list of wallets. This only keeps the logger's
 * arguments. `virtual:kit-relay` creates the logger when the client starts.
 */
export const LoggerUtil = {
  createLogger: <OnError>(onError: OnError): OnError => onError,
};
