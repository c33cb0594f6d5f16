import { displayName } from "../product-name.ts";
import type { EditedFamily, EditedMember } from "./families.server.ts";

/** The raw texts of a family's form; `members` is JSON. */
export type FamilyDraft = { name: string; kind: string; members: string };

export const draftOf = ({ name, kind, members }: Omit<EditedFamily, "version">): FamilyDraft => ({
  name,
  kind,
  members: JSON.stringify(members),
});

/**
 * Suggests a family for products by their displayed names: its name from the words that all begin with, each label from the
 * words after them. « Rouge mat corail », « Rouge mat rose nude » → « Rouge mat »: « Corail », « Rose nude ».
 */
export function suggestFamily(products: readonly { id: string; name: string }[]): {
  name: string;
  members: EditedMember[];
} {
  const names = products.map(({ name }) => name.split(" "));
  const [first = [], ...others] = names;
  let shared = 0;
  while (
    shared < first.length &&
    others.every((words) => words[shared]?.toLowerCase() === first[shared]?.toLowerCase())
  )
    shared++;
  if (others.length === 0) shared = 0;
  return {
    name: first.slice(0, shared).join(" "),
    members: products.map(({ id }, index) => ({
      id,
      label: shared > 0 ? displayName(names[index]!.slice(shared).join(" ")) : "",
      colour: "",
    })),
  };
}
