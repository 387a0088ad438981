import { type AppKit, createAppKit } from "@reown/appkit";
import * as networks from "@reown/appkit/networks";
import * as controllers from "@reown/appkit-controllers";
import * as utils from "@reown/appkit-utils";
import * as wallet from "@reown/appkit-wallet";
import * as viem from "viem";
import { connectOnTwoChains } from "../../../docs/examples/other-chains.ts";
import { localSignIn } from "../../../docs/examples/sign-in.ts";
import { mendFeatures, mendRelay } from "../features/feature-fixes.ts";
import { PatientEthersAdapter } from "../guards/patient-adapter.ts";

/**
 * Parts of AppKit for browser tests. They are the instances that AppKit itself loads, so they share
 * its state.
 */
const kitLab = {
  createAppKit,
  EthersAdapter: PatientEthersAdapter,
  mendRelay,
  connectOnTwoChains,
  localSignIn,
  networks,
  controllers,
  utils,
  wallet,
  viem,
};

declare global {
  interface Window {
    kitLab: typeof kitLab;
    appKit: AppKit;
  }
}

mendFeatures(["email"]);
window.kitLab = kitLab;
