/**
 * @returns a response's body, decoded; a small one can decode to any size, so it is counted as it comes
 * @throws an `Error` for more than `most` bytes
 */
export async function boundedBody(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new Error(`its answer has more than ${most / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
