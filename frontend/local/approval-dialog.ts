import type { Account, Approver } from "./test-wallet.ts";

const STYLES = `
  :host { all: initial; }
  dialog {
    --ink: #1b1f24; --soft: #57606a; --paper: #fff; --line: #d0d7de; --accent: #0757ba; --on-accent: #fff;
    box-sizing: border-box; width: min(27rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto;
    padding: 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); color: var(--ink);
    font: 16px/1.45 system-ui, sans-serif; color-scheme: light dark;
  }
  @media (prefers-color-scheme: dark) {
    dialog {
      --ink: #f0f3f6; --soft: #b0b8c1; --paper: #1c2128; --line: #4a535e; --accent: #7cb7ff; --on-accent: #0b1620;
    }
  }
  dialog::backdrop { background: rgb(0 0 0 / 55%); }
  p { margin: 0; color: var(--soft); font-size: 0.875rem; }
  h2 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.25; }
  dl { margin: 0; }
  dt { color: var(--soft); font-size: 0.875rem; }
  dd { margin: 0 0 0.625rem; overflow-wrap: anywhere; white-space: pre-wrap; }
  fieldset { margin: 0; padding: 0; border: 0; }
  legend { padding: 0; margin-bottom: 0.5rem; }
  label {
    display: flex; gap: 0.625rem; align-items: baseline; padding: 0.5rem 0.625rem; margin-bottom: 0.375rem;
    border: 1px solid var(--line); border-radius: 0.5rem;
  }
  label:has(:checked) { border-color: var(--accent); }
  input { accent-color: var(--accent); }
  small { display: block; color: var(--soft); font-size: 0.75rem; overflow-wrap: anywhere; }
  div { display: flex; gap: 0.75rem; margin-top: 1rem; }
  button {
    flex: 1; min-height: 2.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: none; color: inherit;
    font: inherit; font-weight: 600; cursor: pointer;
  }
  button[type="submit"] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** Shows a dialog above the page and above AppKit's own dialog. */
export const approvalDialog: Approver = {
  async chooseAccount(accounts, preselected) {
    const choices = accounts.map((account) => choice(account, account.address === preselected));
    const group = element(
      "fieldset",
      element("legend", "Which account may this page see?"),
      ...choices,
    );
    const form = await show("Connect to this page?", group);
    const chosen = form === null ? null : new FormData(form).get("account");
    return typeof chosen === "string" ? chosen : null;
  },
  async confirm(title, details) {
    const list = element(
      "dl",
      ...details.flatMap(({ label, value }) => [element("dt", label), element("dd", value)]),
    );
    return (await show(title, list)) !== null;
  },
};

/** @returns the form once approved, `null` once rejected */
function show(title: string, content: HTMLElement): Promise<HTMLFormElement | null> {
  const heading = element("h2", title);
  heading.id = "title";
  const reject = button("Reject", "button");
  const approve = button("Approve", "submit");
  approve.autofocus = true;
  const form = element("form", content, element("div", reject, approve));
  const dialog = element("dialog", element("p", "Local Test Wallet"), heading, form);
  dialog.setAttribute("aria-labelledby", heading.id);

  const host = document.createElement("local-test-wallet");
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [styles];
  root.append(dialog);
  document.body.append(host);

  return new Promise((resolve) => {
    let approved = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      approved = true;
      dialog.close();
    });
    reject.addEventListener("click", () => dialog.close());
    // AppKit handles Escape and Tab on the whole document. It would close its dialog, or move the
    // focus.
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.addEventListener("close", () => {
      host.remove();
      resolve(approved ? form : null);
    });
    dialog.showModal();
  });
}

function choice({ address, label }: Account, checked: boolean): HTMLElement {
  const radio = element("input");
  radio.type = "radio";
  radio.name = "account";
  radio.value = address;
  radio.defaultChecked = checked;
  return element("label", radio, element("span", label, element("small", address)));
}

function button(text: string, type: "button" | "submit"): HTMLButtonElement {
  const made = element("button", text);
  made.type = type;
  return made;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
