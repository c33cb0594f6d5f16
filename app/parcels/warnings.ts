/** What an administrator confirms before an order is handed over. */
type Doubtful = {
  isDisputed: boolean;
  isWithdrawn: boolean;
  lines: readonly { position: number; missing: number }[];
};

/**
 * The warnings of an order as one text; « » for none. A confirmation sends it back, so that what appears after the question is asked
 * again.
 */
export function warningsKey({ isDisputed, isWithdrawn, lines }: Doubtful): string {
  const missing = lines
    .filter((line) => line.missing > 0)
    .map((line) => `${line.position}:${line.missing}`);
  return [
    ...(isDisputed ? ["dispute"] : []),
    ...(isWithdrawn ? ["withdrawal"] : []),
    ...missing,
  ].join(",");
}
