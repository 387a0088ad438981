import type { HardhatPlugin } from "hardhat/types/plugins";

/** Every request of a connection over HTTP is said if it takes long, and ends if it takes too long. */
export const watchedRequests: HardhatPlugin = {
  id: "watched-requests",
  hookHandlers: {
    network: async () => ({
      default: async () => {
        // Every command loads this file, and few ask an endpoint.
        const { answered } = await import("./waiting.ts");
        /** By connection: a URL may be in the keystore, which is read anew each time. */
        const hosts = new WeakMap<object, string>();
        return {
          async onRequest(context, connection, request, next) {
            const { networkConfig, networkName } = connection;
            if (networkConfig.type !== "http") return await next(context, connection, request);
            let host = hosts.get(connection);
            if (host === undefined) {
              host = URL.parse(await networkConfig.url.getUrl())?.host ?? networkName;
              hosts.set(connection, host);
            }
            return await answered(host, request.method, () => next(context, connection, request));
          },
        };
      },
    }),
  },
};
