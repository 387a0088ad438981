import { COLLECTION_SIZE, isProgressShown } from "../../domain/order/supply.ts";

export function TotalMinted({ totalSupply }: { readonly totalSupply: bigint }) {
  if (!isProgressShown(totalSupply)) return null;
  const text = `${totalSupply} / ${COLLECTION_SIZE}`;
  return (
    <div className="progress">
      <div className="progress-head">
        <span>Total minted</span>
        <span className="figures">{text}</span>
      </div>
      <progress
        aria-label="Total minted"
        aria-valuetext={text}
        value={Number(totalSupply)}
        max={Number(COLLECTION_SIZE)}
      />
    </div>
  );
}
