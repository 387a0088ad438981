import {
  ModalController,
  PublicStateController,
  RouterController,
} from "@reown/appkit-controllers";
import type { W3mFrameProvider } from "@reown/appkit-wallet";
import { afterEach, expect, it } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { closeEndedApprovals } from "./ended-approvals.ts";

type Request = Parameters<W3mFrameProvider["request"]>[0];

const SEND = { method: "eth_sendTransaction" } as Request;
const READ = { method: "eth_chainId" } as Request;

let answer = deferred<unknown>();

class Client {
  request(_request: Request): Promise<unknown> {
    return answer.promise;
  }
}
closeEndedApprovals(Client.prototype);

function open(view: "ApproveTransaction" | "Account"): void {
  RouterController.reset(view);
  ModalController.state.open = true;
  PublicStateController.set({ open: true });
}

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

it("closes it once, and none that is opened without a request", async () => {
  const outcome = new Client().request(SEND);
  answer.resolve("0x");
  await outcome;
  for (const stays of [false, true]) {
    open("ApproveTransaction");
    expect(await isOpen()).toBe(stays);
  }
});

it("expects none after a request for which it has opened and closed", async () => {
  const outcome = new Client().request(SEND);
  open("ApproveTransaction");
  expect(await isOpen()).toBe(true);
  ModalController.close(true);
  answer.resolve("0x");
  await outcome;
  open("ApproveTransaction");
  expect(await isOpen()).toBe(true);
});

it("leaves it open for the next request", async () => {
  const client = new Client();
  const ended = client.request(SEND);
  answer.resolve("0x");
  await ended;
  answer = deferred();
  const waiting = client.request(SEND);
  open("ApproveTransaction");
  expect(await isOpen()).toBe(true);
  answer.resolve("0x");
  await waiting;
});

it("neither closes nor expects one after a request that needs no approval", async () => {
  open("ApproveTransaction");
  const read = new Client().request(READ);
  answer.resolve("0x1");
  expect(await read).toBe("0x1");
  expect(await isOpen()).toBe(true);
  ModalController.close(true);
  open("ApproveTransaction");
  expect(await isOpen()).toBe(true);
});

it("leaves the dialog open that has asked itself, as to send a token", async () => {
  RouterController.pushTransactionStack({ view: null, goBack: false });
  const outcome = new Client().request(SEND);
  open("ApproveTransaction");
  RouterController.popTransactionStack();
  answer.resolve("0x");
  await outcome;
  expect(await isOpen()).toBe(true);
});

it("leaves the dialog's other views open", async () => {
  open("Account");
  expect(await isOpen()).toBe(true);
  const outcome = new Client().request(SEND);
  answer.resolve("0x");
  await outcome;
  expect(await isOpen()).toBe(true);
});
