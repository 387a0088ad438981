import { createRoot } from "react-dom/client";
import { Form } from "../Form.tsx";

/** React and the page's markup, without other code. */
const root = document.getElementById("root");
if (root === null) throw new Error("No #root");
createRoot(root).render(<Form onConnect={() => undefined} />);
