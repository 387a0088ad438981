import { createRoot } from "react-dom/client";
import { networks } from "../../../networks.ts";
import { createKit } from "../../src/wallet/kit.ts";
import { Form } from "../Form.tsx";

/** React with AppKit in the first load, as AppKit's guides show it. */
const kit = createKit(
  {
    network: networks.mainnet,
    rpcUrls: networks.mainnet.rpcUrls,
    projectId: "0123456789abcdef0123456789abcdef",
    name: document.title,
    description: "A floor to measure against.",
  },
  () => undefined,
);
const root = document.getElementById("root");
if (root === null) throw new Error("No #root");
createRoot(root).render(<Form onConnect={() => void kit.open("connect")} />);
