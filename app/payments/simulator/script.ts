import { z } from "zod";

/** The calls of the shop that can be made to go wrong. */
const CALLS = ["token", "create", "get", "capture", "refund", "verify", "webhook"] as const;
export type CallName = (typeof CALLS)[number];

export const fault = z.object({
  call: z.enum(CALLS),
  /**
   * Of any call: `delay` answers late, `error` does nothing and answers 503, `reset` does nothing and cuts the line,
   * `lost` does it and cuts the line, `hang` does it and never answers, `forbidden` does nothing and answers 403. Of a
   * capture: `declined` refuses the card, `denied` leaves a declined capture, `pending`; `once` refuses an invoice that
   * was paid before; another `amount`, `currency` or `payee`. Of a refund: `pending`, `denied`. Of webhooks: `hold`
   * sends none by itself, `twice` sends each twice.
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
  /** How many calls it befalls. */
  times: z.int().min(1).default(1),
  /** Milliseconds of a delay, cents of another amount. */
  value: z.number().optional(),
});
export type Fault = z.output<typeof fault>;

/** What the simulator is told to do wrong, in the order it was told. */
export function createScript() {
  let faults: Fault[] = [];
  return {
    add: (added: Fault) => void faults.push({ ...added }),
    clear: () => void (faults = []),
    /** The next fault of this call, used up by being taken. */
    take(call: CallName): Fault | null {
      const next = faults.find((one) => one.call === call && one.times > 0);
      if (next) next.times -= 1;
      return next ?? null;
    },
  };
}
