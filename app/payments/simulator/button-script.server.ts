/**
 * The simulator's browser script: provides `paypal.Buttons` as the provider's script does, with a dialog in which the
 * payer approves or declines. Plain JavaScript, served unchanged.
 */
export const buttonScript = String.raw`
(() => {
  const script = document.currentScript;
  const base = new URL("..", script.src).href;
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: base + "sdk/buttons.css" });
  document.head.append(style);
  const element = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  async function openWindow(orderId, funding, isDeclined) {
    const amount = await (await fetch(base + "amount/" + orderId)).json();
    const sum = Number(amount.value).toLocaleString("fr-FR", { style: "currency", currency: amount.currency_code, trailingZeroDisplay: "stripIfInteger" });
    const email = element("input", { type: "email", name: "email", required: true, value: "payeur@exemple.fr", autocomplete: "off" });
    const form = element("form", { method: "dialog" },
      element("h2", { textContent: funding === "card" ? "Carte bancaire (simulation)" : "PayPal (simulation)" }),
      element("p", { textContent: "Paiement de démonstration de " + sum + ". Aucun montant ne sera débité." }),
      element("label", {}, "E-mail du payeur", email),
      element("button", { value: "pay", textContent: "Payer " + sum }),
      element("button", { value: "decline", textContent: "Essayer une carte refusée" }),
      element("button", { value: "cancel", formNoValidate: true, textContent: "Annuler" }));
    const dialog = element("dialog", { className: "paypal-simulator-window", ariaLabel: "Paiement de démonstration" }, form);
    document.body.append(dialog);
    dialog.showModal();
    // Inside the modal dialog, because that hides the page from screen readers. Added after opening, so that it is announced.
    if (isDeclined) form.querySelector("p").after(element("p", { role: "alert", textContent: "Carte refusée : rien n’a été débité. Essayez une autre carte, ou annulez pour payer autrement." }));
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    dialog.remove();
    const choice = dialog.returnValue;
    return choice === "pay" || choice === "decline" ? { email: email.value, isDeclined: choice === "decline" } : null;
  }

  function Buttons(options = {}) {
    let current = options;
    let root;
    // On restart, the dialog reopens with the same order, as the real provider's window does.
    async function pay(funding, opened, wasDeclined) {
      try {
        const orderID = opened ?? (await current.createOrder({ paymentSource: funding }, {}));
        const approval = await openWindow(orderID, funding, wasDeclined);
        if (approval === null) return void current.onCancel?.({ orderID });
        const answer = await fetch(base + "approve/" + orderID, {
          method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(approval),
        });
        if (!answer.ok) throw new Error("approval refused");
        await current.onApprove?.({ orderID, payerID: "SIMULATION", paymentSource: funding }, { restart: () => pay(funding, orderID, approval.isDeclined) });
      } catch (error) {
        current.onError?.(error);
      }
    }
    return {
      isEligible: () => true,
      updateProps: async (options) => void (current = { ...current, ...options }),
      close: async () => void root?.remove(),
      async render(target) {
        const container = typeof target === "string" ? document.querySelector(target) : target;
        root = element("div", { className: "paypal-simulator" });
        for (const [funding, label] of [["paypal", "PayPal"], ["card", "Carte bancaire"]]) {
          const button = element("button", { type: "button", textContent: label, onclick: () => button.ariaDisabled !== "true" && pay(funding) });
          button.dataset.funding = funding;
          root.append(button);
        }
        container.append(root);
        const disable = async (isDisabled) => root.querySelectorAll("button").forEach((button) => (button.ariaDisabled = isDisabled));
        current.onInit?.({}, { enable: () => disable(false), disable: () => disable(true) });
      },
    };
  }
  window[script.dataset.namespace || "paypal"] = { Buttons, version: "simulator", FUNDING: { PAYPAL: "paypal", CARD: "card" } };
})();
`;

export const buttonStyle = `
.paypal-simulator{display:grid;gap:12px}
.paypal-simulator button,.paypal-simulator-window button{min-height:52px;border:0;border-radius:6px;font:600 1rem/1.2 inherit;cursor:pointer}
.paypal-simulator button[data-funding=paypal]{background:#ffc439;color:#1b1b3a;font-style:italic;font-weight:800;font-size:1.25rem}
.paypal-simulator button[data-funding=card]{background:#2c2e2f;color:#fff}
.paypal-simulator-window{border:0;border-radius:10px;padding:28px;width:min(420px,calc(100% - 32px));box-shadow:0 12px 48px -12px rgb(42 31 36/.4);color:#2a1f24}
.paypal-simulator-window::backdrop{background:rgb(42 31 36/.5)}
.paypal-simulator-window form{display:grid;gap:16px}
.paypal-simulator-window h2{margin:0;font-size:1.375rem}
.paypal-simulator-window p{margin:0;line-height:1.5}
.paypal-simulator-window p[role=alert]{padding:12px 14px;border:1px solid #b3261e;border-radius:6px;background:#fcebea;color:#8c1d18;font-weight:600}
.paypal-simulator-window label{display:grid;gap:6px;font-weight:500;font-size:.875rem}
.paypal-simulator-window input{min-height:48px;border:1px solid #8f7d76;border-radius:6px;padding:10px 14px;font:inherit;font-size:1rem}
.paypal-simulator-window button[value=pay]{background:#0b57d0;color:#fff}
.paypal-simulator-window button:is([value=decline],[value=cancel]){background:none;border:1px solid #2a1f24;color:#2a1f24}
`;
