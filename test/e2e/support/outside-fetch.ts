export type OutsideAnswer = (address: string) => Response | null;

export function stayInside(answer: OutsideAnswer): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (["localhost", "127.0.0.1"].includes(address.hostname)) return await real(input, init);
    const given = answer(address.href);
    if (given === null) throw new TypeError("fetch failed: there is no network here");
    return given;
  };
  return () => {
    globalThis.fetch = real;
  };
}
