/**
 * The form that `FolderRenderer` accepts: `ipfs://<cid>/` or `https://<host>/`, and subfolders of
 * letters, digits and `-._~%:/`.
 */
export function isFolderUri(text: string): boolean {
  return /^(?:ipfs|https):\/\/[\w.~%:-][\w.~%:/-]*\/$/.test(text);
}
