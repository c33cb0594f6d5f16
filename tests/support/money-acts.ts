import * as fc from "fast-check";
import { OFFER_ACT, PLACES } from "./money-offers.ts";
import { STOCK_ACTS } from "./stock-acts.ts";

/* What happens in a run of the money model, as fast-check draws it; performed by perform-act.ts. */

const which = fc.nat({ max: 2 });
/** Whether a buyer other than the order's own acts; true in one of eight acts. */
const isStranger = fc.nat({ max: 7 }).map((number) => number === 0);
/** Two customers, somebody without an account, and somebody with the address of the first customer. */
const who = fc.nat({ max: 3 });

const order = {
  who,
  /** Pieces of each product of the family. */
  pieces: fc
    .oneof(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constant(0), fc.constant(0)),
      fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }), fc.nat({ max: 2 })),
    )
    .map((pieces) => (pieces.some((count) => count > 0) ? pieces : [1, 0, 0])),
  /** Index into the places that the shop serves, or for odd orders into all places. Methods and codes likewise. */
  place: fc.oneof(fc.constant(0), fc.nat({ max: PLACES.length - 1 })),
  method: fc.nat({ max: 3 }),
  /** Index of a code; 9: no code. */
  code: fc.oneof(fc.constant(9), fc.nat({ max: 3 })),
  isCash: fc.constantFrom(false, false, false, false, true),
  odd: fc.oneof(
    { weight: 10, arbitrary: fc.constant("") },
    {
      weight: 3,
      arbitrary: fc.constantFrom("other total", "any", "any", "unknown code", "twice", "twice"),
    },
  ),
};

/** The steps an order has taken when the run begins: unpaid orders alone would cover little. */
export const START = fc.record({
  ...order,
  way: fc.constantFrom(
    [],
    ["start"],
    ["start", "approve"],
    ["start", "approve", "capture"],
    ["start", "approve", "capture", "hand over"],
    ["start", "approve", "capture", "deliver"],
  ),
});

const only = (name: string) => fc.constant(name);
export const ACT = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: only("place"), ...order }) },
  { weight: 3, arbitrary: fc.record({ do: only("start"), isStranger, which }) },
  { weight: 4, arbitrary: fc.record({ do: only("approve"), which }) },
  { weight: 4, arbitrary: fc.record({ do: only("capture"), isStranger, which }) },
  { weight: 3, arbitrary: fc.record({ do: only("webhook"), which }) },
  { weight: 2, arbitrary: fc.record({ do: only("reconcile") }) },
  { weight: 2, arbitrary: fc.record({ do: only("cancel"), which }) },
  { weight: 1, arbitrary: fc.record({ do: only("cancel own"), which, isStranger }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: only("refund"),
      which,
      whole: fc.boolean(),
      line: which,
      // Refunded besides a piece: a part of the delivery fee, and a goodwill sum.
      fee: fc.constantFrom(0, 0, 245, 490),
      gesture: fc.constantFrom(0, 0, 101),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: only("withdraw"), which }) },
  { weight: 1, arbitrary: fc.record({ do: only("deliver"), which }) },
  { weight: 1, arbitrary: fc.record({ do: only("sign in") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: only("change price"),
      line: which,
      euros: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: only("plan price"),
      line: which,
      euros: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: only("plans end") }) },
  { weight: 1, arbitrary: fc.record({ do: only("delete product"), line: which }) },
  { weight: 2, arbitrary: OFFER_ACT },
  { weight: 2, arbitrary: fc.record({ do: only("refund at the provider"), which }) },
  { weight: 1, arbitrary: fc.record({ do: only("finish refunds"), succeed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: only("four hours pass"), which }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ...["create", "capture", "get", "refund"].flatMap((call) =>
          ["lost", "error", "reset"].map((kind) => ({ call, kind })),
        ),
        { call: "get", kind: "forbidden" },
        { call: "capture", kind: "declined" },
        { call: "capture", kind: "denied" },
        { call: "refund", kind: "pending" },
        { call: "refund", kind: "denied" },
      )
      .map((fault) => ({ do: "fault", ...fault })),
  },
  ...STOCK_ACTS,
);

/** An order form as it is drawn. */
export type Wanted = {
  who: number;
  pieces: readonly number[];
  place: number;
  method: number;
  code: number;
  isCash: boolean;
  odd: string;
};
export type Act = Partial<Omit<Wanted, "pieces">> & {
  do: string;
  /** Of a stock act: how many. */
  pieces?: number | readonly number[];
  isStranger?: boolean;
  which?: number;
  line?: number;
  fee?: number;
  gesture?: number;
  euros?: number | null;
  whole?: boolean;
  succeed?: boolean;
  edit?: string;
  call?: string;
  kind?: string;
};
export type Start = Wanted & { way: readonly string[] };
