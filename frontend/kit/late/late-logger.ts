/**
 * Kit 1.7.4 creates a logger for the relay's client, and loads a logging library for it before its list of wallets.
 * This keeps the logger's arguments; `virtual:kit-relay` creates it when the client starts.
 */
export const LoggerUtil = {
  createLogger: <OnError>(onError: OnError): OnError => onError,
};
