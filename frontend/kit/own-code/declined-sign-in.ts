import { ConnectorController, SIWXUtil } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";

/** The kit's id of its embedded wallet. */
const EMBEDDED = "ID_AUTH";

let installed = false;

/**
 * Kit 1.7.4 takes every account for a smart one by default, and blames a declined sign-in on that. Only the embedded wallet
 * can have one that the kit knows of; for others this says what happened.
 */
export function sayDeclined(): void {
  if (installed) return;
  installed = true;
  const { getSIWXEventProperties } = SIWXUtil;
  SIWXUtil.getSIWXEventProperties = () => {
    const properties = getSIWXEventProperties.call(SIWXUtil);
    const isEmbedded = ConnectorController.getConnectorId(NAMESPACE) === EMBEDDED;
    return { ...properties, isSmartAccount: properties.isSmartAccount && isEmbedded };
  };
}
