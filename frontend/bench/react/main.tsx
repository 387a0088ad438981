import { createRoot } from "react-dom/client";
import { Form } from "../Form.tsx";

/** React alone, with the page's markup. */
const root = document.getElementById("root");
if (root === null) throw new Error("No #root");
createRoot(root).render(<Form onConnect={() => undefined} />);
