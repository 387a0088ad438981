/**
 * Whether `FolderRenderer` takes this as its folder: `ipfs://<cid>/` or `https://<host>/`, with as many further folders,
 * of letters, digits and `-._~%:/` alone. A test holds it against the contract.
 */
export function isFolderUri(text: string): boolean {
  return /^(?:ipfs|https):\/\/[\w.~%:-][\w.~%:/-]*\/$/.test(text);
}
