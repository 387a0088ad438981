import {
  ModalController,
  PublicStateController,
  RouterController,
} from "@reown/appkit-controllers";
import type { W3mFrameProvider } from "@reown/appkit-wallet";
import { afterEach, expect, it } from "vitest";
import { deferred } from "../../../../test/support/deferred.ts";
import { closeWhenEnded } from "./ended-approvals.ts";

type Request = Parameters<W3mFrameProvider["request"]>[0];

const SEND = { method: "eth_sendTransaction" } as Request;
const READ = { method: "eth_chainId" } as Request;

let answer = deferred<unknown>();

class Client {
  request(_request: Request): Promise<unknown> {
    return answer.promise;
  }
}
closeWhenEnded(Client.prototype);

/** As the kit does once the dialog's parts are there. */
function open(view: "ApproveTransaction" | "Account"): void {
  RouterController.reset(view);
  ModalController.state.open = true;
  PublicStateController.set({ open: true });
}

/** After subscribers have heard. */
async function isOpen(): Promise<boolean> {
  await Promise.resolve();
  await Promise.resolve();
  return ModalController.state.open;
}

afterEach(() => {
  answer.resolve(null);
  answer = deferred();
  ModalController.state.open = false;
});

it("closes a dialog for an approval that opens after its request has ended", async () => {
  const outcome = new Client().request(SEND);
  answer.reject(new Error("Invalid"));
  await expect(outcome).rejects.toThrow("Invalid");
  open("ApproveTransaction");
  expect(await isOpen()).toBe(false);
});

it("closes it if it opens while the request ends", async () => {
  const outcome = new Client().request(SEND);
  open("ApproveTransaction");
  answer.resolve("0xsigned");
  expect(await outcome).toBe("0xsigned");
  expect(await isOpen()).toBe(false);
});

it("leaves it open as long as one request needs approval", async () => {
  const client = new Client();
  const [first, second] = [deferred<unknown>(), answer];
  answer = first;
  const ended = client.request(SEND);
  answer = second;
  const waiting = client.request(SEND);
  open("ApproveTransaction");
  first.resolve("0x");
  await ended;
  expect(await isOpen()).toBe(true);
  second.resolve("0x");
  await waiting;
  expect(await isOpen()).toBe(false);
});

it("is not kept from it by a request that needs no approval", async () => {
  const read = new Client().request(READ);
  open("ApproveTransaction");
  expect(await isOpen()).toBe(false);
  answer.resolve("0x1");
  expect(await read).toBe("0x1");
});

it("leaves the dialog's other views open", async () => {
  open("Account");
  expect(await isOpen()).toBe(true);
  const outcome = new Client().request(SEND);
  answer.resolve("0x");
  await outcome;
  expect(await isOpen()).toBe(true);
});
