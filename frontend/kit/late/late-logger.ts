/**
 * Kit 1.7.4 creates a logger for the relay's client, and with it loads a logging library before its list of wallets. This
 * passes on what the logger is made of; `virtual:kit-relay` creates it when the client starts.
 */
export const LoggerUtil = {
  createLogger: <OnError>(onError: OnError): OnError => onError,
};
