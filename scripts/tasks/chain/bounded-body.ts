/**
 * Reads at most `most` decoded bytes, because a small compressed body can decode to any size.
 * @throws an `Error` above that
 */
export async function boundedBody(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`its answer is larger than ${most / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
