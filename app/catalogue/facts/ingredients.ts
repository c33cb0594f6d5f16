/** An ingredient of a maintained list, with the other names under which a composition may contain it. */
export type ListedIngredient = { name: string; alsoNamed?: readonly string[] };

/**
 * Returns a function that finds the ingredients of the list which an INCI composition names, in the composition's order, each
 * once. Whole names are compared, without case, accents, spaces, hyphens and remarks in brackets; what stands in brackets is
 * searched too (« Parfum (Limonene, Linalool) »).
 */
export function ingredientFinder<T extends ListedIngredient>(list: readonly T[]) {
  const known = new Map(
    list.flatMap((one) =>
      [one.name, ...(one.alsoNamed ?? [])].map((name) => [foldedIngredient(name), one]),
    ),
  );
  return (composition: string): T[] => {
    const named = ingredientNames(composition);
    return [...new Set(named.flatMap((name) => known.get(foldedIngredient(name)) ?? []))];
  };
}

/** The ingredients of an INCI composition as written: first those outside of brackets, then those within. */
export function ingredientNames(composition: string): string[] {
  const inBrackets = [...composition.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, text]) => text);
  const plain = composition.replace(/[([][^()[\]]*[)\]]/g, " ");
  return [plain, ...inBrackets].flatMap((text) => text!.split(/[,;:•·\n]|\.(?=\s|$)/));
}

/** An ingredient's name for comparisons: without case, accents, spaces and hyphens. */
export function foldedIngredient(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("α", "alpha")
    .replaceAll("β", "beta")
    .replace(/[^a-z0-9/]/g, "");
}
