import { z } from "zod";

/** The calls into which tests can inject faults. */
const CALLS = [
  "token",
  "create",
  "get",
  "capture",
  "refund",
  "verify",
  "webhook",
  "report",
] as const;
export type CallName = (typeof CALLS)[number];

export const faultSchema = z.object({
  call: z.enum(CALLS),
  /**
   * All calls: `delay` responds late; `error` and `forbidden` respond 503 and 403 without executing; `reset` closes the
   * connection without executing, `lost` after executing; `hang` executes and never responds. Captures: `declined`
   * refuses the card; `denied` and `pending` set the status; `once` refuses an invoice id that was paid before;
   * `amount`, `currency` and `payee` deviate. Refunds: `pending`, `denied`. Webhooks: `hold` sends none, `twice` two.
   */
  kind: z.enum([
    "delay",
    "error",
    "reset",
    "lost",
    "hang",
    "forbidden",
    "declined",
    "once",
    "pending",
    "denied",
    "amount",
    "currency",
    "payee",
    "hold",
    "twice",
  ]),
  /** Number of calls that the fault affects. */
  times: z.int().min(1).default(1),
  /** Milliseconds for `delay`, cents for `amount`. */
  value: z.number().optional(),
});
export type Fault = z.output<typeof faultSchema>;

/** The queue of faults to inject. */
export function createScript() {
  let faults: Fault[] = [];
  return {
    add: (added: Fault) => void faults.push({ ...added }),
    clear: () => void (faults = []),
    /** Removes and returns the next fault of a call. */
    take(call: CallName): Fault | null {
      const next = faults.find((one) => one.call === call && one.times > 0);
      if (next) next.times -= 1;
      return next ?? null;
    },
  };
}
