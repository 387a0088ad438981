import {
  BlockchainApiController,
  ChainController,
  EnsController,
  ModalController,
  type RouterController,
} from "@reown/appkit-controllers";

type Found = Awaited<ReturnType<typeof BlockchainApiController.lookupEnsName>>;
type View = (typeof RouterController.state)["view"];

/** Of the names that the kit registers. */
const SUFFIX = ".reown.id";
/** ENSIP-11 makes a coin type of a chain's id by setting this bit. */
const MOST_CHAIN_ID = 2 ** 31 - 1;

let installed = false;

/**
 * Kit 1.7.4 closes its dialog when a name's message is signed, and so shows neither the success nor, if the servers refuse
 * the name, the form again. It looks a typed name up without its suffix, which its servers refuse, so that a taken name is
 * offered, and refused after the visitor has signed for it; with the suffix, it would take their answer to a free name, an
 * empty list, for a name. And it has a visitor sign on a chain that can't have names.
 */
export function mendAccountNames(): void {
  if (installed) return;
  installed = true;
  const { registerName } = EnsController;

  EnsController.isNameRegistered = async (name) => {
    const whole = name.includes(".") ? name : `${name}${SUFFIX}`;
    try {
      const found = (await BlockchainApiController.lookupEnsName(whole)) as Partial<Found>;
      return found.addresses !== undefined && Object.keys(found.addresses).length > 0;
    } catch {
      return false;
    }
  };

  EnsController.registerName = async (name) => {
    if (Number(ChainController.state.activeCaipNetwork?.id) > MOST_CHAIN_ID) {
      throw new Error("Invalid chainId");
    }
    const asked = ModalController.state.open;
    const show = async (view: View) => {
      if (asked && !ModalController.state.open) await ModalController.open({ view });
    };
    try {
      await registerName.call(EnsController, name);
    } catch (error) {
      await show("RegisterAccountName");
      throw error;
    }
    await show("RegisterAccountNameSuccess");
  };
}
