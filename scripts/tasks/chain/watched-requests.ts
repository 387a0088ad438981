import type { HardhatPlugin } from "hardhat/types/plugins";

/** Reports slow HTTP requests and aborts those past the deadline. */
export const watchedRequests: HardhatPlugin = {
  id: "watched-requests",
  hookHandlers: {
    network: async () => ({
      default: async () => {
        // Imports late, because every command loads this file.
        const { answered } = await import("./waiting.ts");
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
