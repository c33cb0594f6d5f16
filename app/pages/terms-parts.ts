import type { Settings } from "#app/settings.ts";

/**
 * What the terms of sale depend on beside the shop's identity. HTML that the server writes: `clauses`, the seller's own from Markdown
 * (empty: no section), `notice`, the offered days and the model notice on withdrawal, `guarantee`, the harmonised notice.
 */
export type TermsParts = {
  clauses: string;
  /** The days of withdrawal, by law and in all. */
  period: string;
  notice: string;
  guarantee: string;
  /** Fees and delays, a line for each delivery method; empty: free, in four days. */
  delivery: string[];
  /** Whether the shop delivers to the overseas territories. */
  toOverseas: boolean;
  /** Days after which an unpaid online order ends. */
  unpaidDays: number;
  /** The deliveries with which cash is taken. */
  cash: Settings["sales"]["cash"];
};
