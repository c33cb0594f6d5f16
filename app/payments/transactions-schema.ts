import { z } from "zod";

// Responses of PayPal's Transaction Search API, reduced to the fields that the shop reads. Amounts are parsed into cents.

const cents = z
  .object({
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    value: z.string().regex(/^-?\d+(\.\d{1,2})?$/),
  })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    amountCents: Math.round(Number(value) * 100),
  }));
/** RFC 3339; the API writes its offset without a colon: « 2026-11-20T10:00:00+0000 ». */
const moment = z
  .string()
  .transform((text) => new Date(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")))
  .refine((date) => !Number.isNaN(date.getTime()));

const transaction = z
  .object({
    transaction_id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
    paypal_reference_id: z.string().optional(),
    transaction_event_code: z.string().regex(/^T\d{4}$/),
    transaction_initiation_date: moment,
    transaction_updated_date: moment,
    transaction_amount: cents,
    fee_amount: cents.optional(),
    transaction_status: z.enum(["D", "P", "S", "V"]),
    custom_field: z.string().optional(),
  })
  .transform((info) => ({
    id: info.transaction_id,
    code: info.transaction_event_code,
    status: info.transaction_status,
    /** The change of the balance: negative for a refund and for the fee of a payment. */
    ...info.transaction_amount,
    feeCents: info.fee_amount?.amountCents ?? 0,
    referenceId: info.paypal_reference_id ?? null,
    customId: info.custom_field ?? null,
    initiatedAt: info.transaction_initiation_date,
    updatedAt: info.transaction_updated_date,
  }));

export const transactionPage = z
  .object({
    transaction_details: z.array(z.object({ transaction_info: transaction })).optional(),
    total_pages: z.int().min(0).optional(),
  })
  .transform(({ transaction_details: details = [], total_pages: pageCount = 0 }) => ({
    transactions: details.map(({ transaction_info: info }) => info),
    pageCount,
  }));

export const balanceAnswer = z
  .object({
    balances: z.array(z.object({ currency: z.string(), total_balance: cents })).optional(),
    as_of_time: moment,
  })
  .transform(({ balances = [], as_of_time: at }) => {
    const euros = balances.find(({ currency }) => currency === "EUR");
    return euros ? { amountCents: euros.total_balance.amountCents, at } : null;
  });

export type ProviderTransaction = z.output<typeof transaction>;
export type TransactionPage = z.output<typeof transactionPage>;
export type ProviderBalance = NonNullable<z.output<typeof balanceAnswer>>;
