import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import type { Eip1193Provider } from "../../domain/eip1193.ts";
import { LeavingEthersAdapter } from "./leaving-adapter.ts";

type Farewell = Parameters<LeavingEthersAdapter["disconnect"]>[0];

const NO_ANSWER = "The wallet did not answer when it was disconnected";

function farewell(request: Eip1193Provider["request"]) {
  const provider = { request } as unknown as NonNullable<Farewell["provider"]>;
  return { provider, providerType: "ANNOUNCED" } as const;
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("disconnecting", () => {
  it("asks the wallet to revoke its permission", async () => {
    const request = vi.fn<Eip1193Provider["request"]>(async ({ method }) =>
      method === "wallet_getPermissions" ? [{ parentCapability: "eth_accounts" }] : null,
    );
    await new LeavingEthersAdapter().disconnect(farewell(request));
    expect(request.mock.calls.map(([{ method }]) => method)).toEqual([
      "wallet_getPermissions",
      "wallet_revokePermissions",
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["wallet_getPermissions", "wallet_revokePermissions"])(
    "stops waiting after 3 s for a wallet that does not answer %s",
    async (silent) => {
      expectWarning(NO_ANSWER);
      const left = vi.fn();
      void new LeavingEthersAdapter()
        .disconnect(
          farewell(({ method }) =>
            method === silent
              ? new Promise(() => undefined)
              : Promise.resolve([{ parentCapability: "eth_accounts" }]),
          ),
        )
        .then(left);
      await vi.advanceTimersByTimeAsync(2_999);
      expect(left).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(left).toHaveBeenCalledOnce();
    },
  );

  it("passes a failure on", async () => {
    const { provider } = farewell(async () => null);
    const gone = new LeavingEthersAdapter().disconnect({ provider });
    await expect(gone).rejects.toThrow("Provider or providerType not provided");
  });
});
