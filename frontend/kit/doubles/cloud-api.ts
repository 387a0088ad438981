import type { Page, Route } from "@playwright/test";
import { deferred } from "../../../test/support/deferred.ts";
import {
  type Answer,
  CLOUD_HOSTS,
  type CloudCall,
  ENDPOINTS,
  failed,
  problemWithCall,
  projectOf,
  unknownProject,
} from "./cloud-endpoints.ts";
import { type CloudState, createCloudState } from "./cloud-state.ts";

export type CloudFault =
  | "refused"
  | "silent"
  | { readonly status: number; readonly body?: unknown };

/**
 * A mock of AppKit's servers. It rejects a request that does not fit `cloud-endpoints.ts`, and
 * records it in `violations`.
 */
export class CloudApi {
  readonly state: CloudState;
  readonly calls: CloudCall[] = [];
  readonly violations: string[] = [];
  readonly faults = new Map<string, CloudFault>();
  readonly #held = new Map<string, Promise<void>>();

  constructor(projectId: string) {
    this.state = createCloudState(projectId);
  }

  /** Must be called before the page opens. */
  async serve(page: Page): Promise<void> {
    await page.route(
      ({ hostname }) => CLOUD_HOSTS.includes(hostname),
      (route) => this.#answer(route),
    );
  }

  to(endpoint: string): CloudCall[] {
    return this.calls.filter((call) => call.endpoint === endpoint);
  }

  /** Holds the answers of an endpoint until the returned function is called. */
  hold(endpoint: string): () => void {
    const held = deferred<void>();
    this.#held.set(endpoint, held.promise);
    return () => {
      this.#held.delete(endpoint);
      held.resolve();
    };
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const endpoint = ENDPOINTS.find(
      ({ host, method, path }) =>
        host === url.hostname && method === request.method() && path.test(url.pathname),
    );
    if (endpoint === undefined) {
      await this.#refuse(route, "there is no such endpoint");
      return;
    }
    const call: CloudCall = {
      endpoint: endpoint.name,
      method: request.method(),
      url: url.href,
      path: { ...endpoint.path.exec(decodeURIComponent(url.pathname))?.groups },
      query: Object.fromEntries(url.searchParams),
      body: parsed(request.postData()),
    };
    const problem = problemWithCall(endpoint, call);
    if (problem !== null) {
      await this.#refuse(route, problem);
      return;
    }
    this.calls.push(call);
    await this.#held.get(endpoint.name);
    const fault = this.faults.get(endpoint.name);
    if (fault === "silent") return;
    if (fault === "refused") {
      await route.abort("connectionrefused");
      return;
    }
    if (fault !== undefined) {
      await fulfill(route, { status: fault.status, json: fault.body ?? {} });
      return;
    }
    const project = projectOf(endpoint, call);
    const known = project === undefined || this.state.projects.includes(project);
    await fulfill(route, known ? endpoint.answer(call, this.state) : unknownProject(endpoint));
  }

  async #refuse(route: Route, problem: string): Promise<void> {
    const request = route.request();
    this.violations.push(`${request.method()} ${request.url()}: ${problem}`);
    await fulfill(route, failed("", problem));
  }
}

async function fulfill(route: Route, answer: Answer): Promise<void> {
  await route.fulfill({
    status: answer.status,
    headers: { "access-control-allow-origin": "*" },
    ...("json" in answer
      ? { contentType: "application/json", body: JSON.stringify(answer.json) }
      : { contentType: "image/svg+xml", body: answer.image }),
  });
}

function parsed(body: string | null): unknown {
  try {
    return body === null ? null : JSON.parse(body);
  } catch {
    return null;
  }
}
