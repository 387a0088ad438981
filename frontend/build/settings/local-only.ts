import type { Plugin } from "vite";
import { isFromElsewhere, isLocalRequest } from "../../../scripts/dev/local-request.ts";

/** Answers only navigations, and requests from pages of this machine. */
export function localOnly(): Plugin {
  return {
    name: "local-only",
    apply: "serve",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { headers, url = "/" } = request;
        if (isLocalRequest(headers) && !isFromElsewhere(url, headers)) return next();
        response.writeHead(403).end("Local requests only\n");
      });
    },
  };
}
