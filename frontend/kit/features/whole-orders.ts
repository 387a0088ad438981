import { BlockchainApiController, FetchUtil, OptionsController } from "@reown/appkit-controllers";

let installed = false;

/**
 * Kit 1.7.4 names itself (`st`, `sv`) and its project in every GET to the chain API, but in no POST: some have the project
 * in their body or their URL, `profile/account` has none. This names all three in each.
 */
export function nameKitInOrders(): void {
  if (installed) return;
  installed = true;
  const post = FetchUtil.prototype.post;
  FetchUtil.prototype.post = function <Answer>(
    this: FetchUtil,
    order: Parameters<FetchUtil["post"]>[0],
  ): Promise<Answer> {
    // The kit has another one of this class for its analytics.
    if (this !== BlockchainApiController.state.api)
      return post.call(this, order) as Promise<Answer>;
    const { projectId } = OptionsController.state;
    const params = { ...order.params, ...BlockchainApiController.getSdkProperties(), projectId };
    return post.call(this, { ...order, params }) as Promise<Answer>;
  };
}
