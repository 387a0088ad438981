import { startHttpServer } from "../../support/http-server.ts";

const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

export interface FolderFile {
  readonly type: string;
  readonly body: string | Buffer;
}

export interface PicturesHost {
  readonly folder: string;
  readonly url: string;
  readonly files: Map<string, FolderFile>;
  readonly requested: { readonly path: string; readonly referer: string | undefined }[];
  close(): Promise<void>;
}

/** Answers every origin, like an IPFS gateway. */
export async function startPicturesHost(): Promise<PicturesHost> {
  const files: PicturesHost["files"] = new Map();
  const requested: PicturesHost["requested"] = [];
  const server = await startHttpServer(({ url = "/", headers }, response) => {
    requested.push({ path: url, referer: headers.referer });
    const file = files.get(url.replace(`/ipfs/${CID}/`, ""));
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": file.type });
    response.end(file.body);
  });
  return {
    folder: `ipfs://${CID}/`,
    url: `http://127.0.0.1:${server.port}/ipfs/${CID}/`,
    files,
    requested,
    close: server.close,
  };
}

export function jsonFile(content: unknown): FolderFile {
  return { type: "application/json", body: JSON.stringify(content) };
}
