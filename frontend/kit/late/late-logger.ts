/**
 * AppKit 1.7.4 loads the relay client's logging library before the wallet list. This stub keeps the
 * logger's arguments, and `virtual:kit-relay` creates the logger when the client starts.
 */
export const LoggerUtil = {
  createLogger: <OnError>(onError: OnError): OnError => onError,
};
