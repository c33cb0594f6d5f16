/* Orders of the payment simulator, in the shape of the provider's API. */
export type Money = { currency_code: string; value: string };
type Capture = { id: string; status: string; amount: Money; custom_id?: string };
export type SimulatedRefund = { id: string; status: string; amount: Money; custom_id?: string };
type Unit = {
  custom_id?: string;
  invoice_id?: string;
  amount: Money;
  shipping?: object | undefined;
  payee?: { merchant_id: string };
  payments?: { captures: Capture[]; refunds?: SimulatedRefund[] };
};
export type SimulatedOrder = {
  id: string;
  status: string;
  payer?: { email_address: string };
  purchase_units: Unit[];
  application_context?: object;
  /** The payer chose a card that the capture will decline. */
  is_declined?: boolean;
};
