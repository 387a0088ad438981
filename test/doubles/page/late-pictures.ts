import type {
  LoadPictures,
  PurchasePictures,
} from "../../../frontend/src/mint/checkout/TicketPictures.tsx";

/** Pictures of which none is read ahead. */
export const latePictures = (load: LoadPictures = async () => []): PurchasePictures => ({
  expect: () => undefined,
  known: () => [],
  load,
});
