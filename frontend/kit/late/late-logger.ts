/**
 * Kit 1.7.4 loads the relay client's logging library before its list of wallets. This only keeps the logger's
 * arguments. `virtual:kit-relay` creates the logger when the client starts.
 */
export const LoggerUtil = {
  createLogger: <OnError>(onError: OnError): OnError => onError,
};
