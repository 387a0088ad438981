/**
 * As `FolderRenderer` takes it: `ipfs://<cid>/` or `https://<host>/`, and further folders of letters,
 * digits and `-._~%:/`.
 */
export function isFolderUri(text: string): boolean {
  return /^(?:ipfs|https):\/\/[\w.~%:-][\w.~%:/-]*\/$/.test(text);
}
