import type {
  LoadPictures,
  PurchasePictures,
} from "../../../frontend/src/mint/checkout/purchase-pictures.ts";

/** Pictures of which none is read ahead. */
export const latePictures = (load: LoadPictures = async () => []): PurchasePictures => ({
  expect: () => undefined,
  known: () => [],
  load,
});
