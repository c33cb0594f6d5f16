import type { Browser } from "./browser.ts";
import { orderForm, insertProduct } from "./catalogue.ts";
import type { openShop } from "./shop.ts";

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, "db">;

/** Orders one new product by the order form; returns the order's id. */
export async function placeOrder(
  shop: Shop,
  customer: Browser,
  {
    price = 34,
    quantity = 1,
    ...form
  }: {
    price?: number;
    quantity?: number;
    paymentMethod?: string;
    shippingMethod?: string;
    idempotencyKey?: string;
  } = {},
): Promise<string> {
  const id = await insertProduct(shop.db, { name: "crème", price });
  const response = await customer.post(
    "/panier",
    orderForm([{ id, qty: quantity }], price * quantity * 100, form),
  );
  return response.headers.get("location")!.split("/").at(-1)!;
}

type Answer = { kind: string; providerOrderId: string };

/** Creates the payment at the provider, like the button of the payment page. */
export async function startPaying(customer: Browser, orderId: string): Promise<Answer> {
  const response = await customer.postJson(`/payement/${orderId}/paypal`, { act: "create" });
  return (await response.json()) as Answer;
}

/** Approves the payment like the payer in the provider's window. */
export async function approve(customer: Browser, providerOrderId: string): Promise<void> {
  await customer.postJson(`/simulateur-paypal/approve/${providerOrderId}`, {
    email: "payeur@exemple.fr",
  });
}

/** Captures the approved payment, like the payment page after the payer's approval. */
export async function capture(
  customer: Browser,
  orderId: string,
  providerOrderId: string,
): Promise<Answer> {
  const response = await customer.postJson(`/payement/${orderId}/paypal`, {
    act: "capture",
    providerOrderId,
  });
  return (await response.json()) as Answer;
}

/** Places and pays an order; returns its id and the provider's ids. */
export async function payOrder(
  shop: Shop,
  customer: Browser,
  wanted?: Parameters<typeof placeOrder>[2],
): Promise<{ orderId: string; providerOrderId: string }> {
  const orderId = await placeOrder(shop, customer, wanted);
  const { providerOrderId } = await startPaying(customer, orderId);
  await approve(customer, providerOrderId);
  await capture(customer, orderId, providerOrderId);
  return { orderId, providerOrderId };
}
