/** Which of a product's comments its page lists. */
export type ReviewQuery = {
  /** Only comments with this number of stars; null for all. */
  rate: number | null;
  /** Up to 500 comments instead of the first ones. */
  isWhole: boolean;
};

/** Reads the query of a product's page: `?note=4`, `?avis=tous`. */
export function parseReviewQuery(search: URLSearchParams): ReviewQuery {
  const rate = search.get("note") ?? "";
  return {
    rate: /^[0-5]$/.test(rate) ? Number(rate) : null,
    isWhole: search.get("avis") === "tous",
  };
}

/** The path of a product's page with this query, without parameters that equal their defaults. */
export function reviewHref(productId: string, { rate, isWhole }: ReviewQuery): string {
  const search = new URLSearchParams({
    ...(rate !== null && { note: String(rate) }),
    ...(isWhole && { avis: "tous" }),
  }).toString();
  return `/produit/${productId}${search && `?${search}`}`;
}
