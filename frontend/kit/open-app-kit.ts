import { AppKit } from "@reown/appkit";
import { PACKAGE_VERSION } from "@reown/appkit/constants";
import { CoreHelperUtil } from "@reown/appkit-controllers";
import type { NAMESPACE } from "./namespace.ts";

type Options = Omit<ConstructorParameters<typeof AppKit>[0], "sdkVersion">;

/** AppKit with public access to the protected steps that the guards call or replace. */
export class OpenAppKit extends AppKit {
  constructor(options: Options) {
    const { adapters = [] } = options;
    const sdkVersion = CoreHelperUtil.generateSdkVersion(adapters, "html", PACKAGE_VERSION);
    super({ ...options, sdkVersion });
  }

  override syncExistingConnection(): Promise<void> {
    return super.syncExistingConnection();
  }

  override syncNamespaceConnection(namespace: typeof NAMESPACE): Promise<void> {
    return super.syncNamespaceConnection(namespace);
  }

  override handleAlertError(error: Error): void {
    super.handleAlertError(error);
  }
}
