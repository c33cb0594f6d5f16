import type { Browser } from "./browser.ts";
import type { keepOffers, DrawnReduction, Shade } from "./money-offers.ts";
import type { CartLine } from "./money-oracle.ts";
import type { openShop } from "./shop.ts";

/** An order that the model knows, with what it must cost. */
export type Known = {
  id: string;
  /** Its place among the run's buyers. */
  owner: number;
  lines: (CartLine & { shareCents: number })[];
  feeCents: number;
  feeReductionCents: number;
  standardCents: number;
  /** The rate of its invoice. */
  vatPercent: number;
  country: string;
  totalCents: number;
  reduction: DrawnReduction | null;
  opened: Set<string>;
  approved: boolean;
};

/** What a run works on. */
export type Run = {
  shop: Awaited<ReturnType<typeof openShop>>;
  offers: ReturnType<typeof keepOffers>;
  buyers: readonly (Browser & { email: string })[];
  /** The family's products. */
  shades: readonly Shade[];
  known: Known[];
  /** Whether no other act is performed at the same time: outcomes are certain. */
  isAlone: boolean;
};
