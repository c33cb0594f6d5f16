/**
 * The browser's part of the simulator: what the provider's script offers (`paypal.Buttons`), with a window of
 * its own where the payer says yes or no. Plain JavaScript, served as it stands.
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

  async function openWindow(orderId, funding) {
    const amount = await (await fetch(base + "amount/" + orderId)).json();
    const sum = Number(amount.value).toLocaleString("fr-FR", { style: "currency", currency: amount.currency_code });
    const email = element("input", { type: "email", name: "email", required: true, value: "payeur@exemple.fr", autocomplete: "off" });
    const form = element("form", { method: "dialog" },
      element("h2", { textContent: funding === "card" ? "Carte bancaire (simulation)" : "PayPal (simulation)" }),
      element("p", { textContent: "Paiement de démonstration de " + sum + ". Aucun montant ne sera débité." }),
      element("label", {}, "E-mail du payeur", email),
      element("button", { value: "pay", textContent: "Payer " + sum }),
      element("button", { value: "cancel", formNoValidate: true, textContent: "Annuler" }));
    const dialog = element("dialog", { className: "paypal-simulator-window", ariaLabel: "Paiement de démonstration" }, form);
    document.body.append(dialog);
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    dialog.remove();
    return dialog.returnValue === "pay" ? email.value : null;
  }

  function Buttons(options = {}) {
    let current = options;
    let root;
    async function pay(funding) {
      try {
        const orderID = await current.createOrder({ paymentSource: funding }, {});
        const email = await openWindow(orderID, funding);
        if (email === null) return void current.onCancel?.({ orderID });
        const answer = await fetch(base + "approve/" + orderID, {
          method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email }),
        });
        if (!answer.ok) throw new Error("approval refused");
        await current.onApprove?.({ orderID, payerID: "SIMULATION", paymentSource: funding }, {});
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
          const button = element("button", { type: "button", textContent: label, onclick: () => pay(funding) });
          button.dataset.funding = funding;
          root.append(button);
        }
        container.append(root);
        current.onInit?.({}, { enable: async () => {}, disable: async () => {} });
      },
    };
  }
  window[script.dataset.namespace || "paypal"] = { Buttons, version: "simulator", FUNDING: { PAYPAL: "paypal", CARD: "card" } };
})();
`;
