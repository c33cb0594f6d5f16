/*
 * A versioned form, which two administrators may have open at once (optimistic locking). It posts the version and the values that it was
 * loaded with (`base`). If another version is stored by then, the server writes nothing and may merge both edits.
 */

/** What a form is loaded with: the stored version (0: nothing is stored), and the values of its fields. */
export type Loaded<Draft> = { version: number; draft: Draft };
/** What the form posts besides its fields. `base`: the loaded draft as JSON. */
export type Posted = { version: number; base: string };

/** The fields that are compared and merged. */
export type Fields<Draft, Field extends string = keyof Draft & string> = {
  /** The fields' labels, in the order of the page. */
  names: Record<Field, string>;
  isSame: (field: Field, one: Draft, other: Draft) => boolean;
};

/** The fields of a draft of texts. */
export const textFields = <Field extends string>(
  names: Record<Field, string>,
): Fields<Record<Field, string>> => ({
  names,
  isSame: (field, one, other) => one[field] === other[field],
});

/** A field that two administrators changed differently, as texts. */
export type Clash<Field extends string = string> = { field: Field; theirs: string; mine: string };
/** `by`, `at`: who has saved, and when. */
export type Conflict<Field extends string = string> = {
  clashes: Clash<Field>[];
  by: string;
  at: Date | null;
};

/**
 * The action's data. `draft`: what the fields show now; `posted`: what the form posts next; `start`: what is stored now, if the
 * form was loaded with something else.
 */
export type FormAnswer<Draft, Start extends Loaded<Draft>, Field extends string = string> = {
  kind: string;
  draft: Draft;
  posted: Posted;
  start?: Start;
  errors?: Partial<Record<string, string>>;
  conflict?: Conflict<Field>;
};

/** What every versioned form may answer, without `draft` and `posted`. */
export type FormOutcome<Start, Field extends string = string> =
  /** French messages by field. */
  | { kind: "invalid"; errors: Partial<Record<Field, string>> }
  /** The server failed: nothing was written. */
  | { kind: "failed" }
  /** Another administrator has saved since the form was loaded: nothing was written, and `draft` has both edits. */
  | { kind: "conflict"; start: Start; conflict: Conflict<Field> };

export const postedOf = ({ version, draft }: Loaded<unknown>): Posted => ({
  version,
  base: JSON.stringify(draft),
});

/**
 * Reads what a form posts besides its fields.
 * @throws Response 400 if the version is not a number, which no page sends
 */
export function readPosted(form: FormData): Posted {
  const version = String(form.get("version"));
  if (!/^\d{1,9}$/.test(version)) throw new Response("Formulaire illisible", { status: 400 });
  return { version: Number(version), base: String(form.get("base") ?? "") };
}

/** Parses a draft from JSON; null if invalid. Missing fields (an earlier version wrote the draft) have the value of `empty`. */
export function parseDraftJson<Draft extends object>(
  text: string,
  empty: Draft,
  isDraft: (draft: Draft) => boolean = isOfTexts,
): Draft | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return null;
    const draft = { ...empty, ...parsed };
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

const isOfTexts = (draft: object) =>
  Object.values(draft).every((value) => typeof value === "string");

export type Merged<Draft, Field extends string> = { merged: Draft; clashes: Clash<Field>[] };

/**
 * Three-way merge of two administrators' edits: `theirs` is stored, `mine` is not, both started from `base` (null: unknown). A
 * field that one of them changed takes that value. One that both changed differently is a clash: it keeps the value of `mine`
 * until the administrator chooses.
 * @param shown a field as the conflict panel shows it
 */
export function mergeFields<Draft, Field extends keyof Draft & string>(
  { names, isSame }: Fields<Draft, Field>,
  { base, theirs, mine }: { base: Draft | null; theirs: Draft; mine: Draft },
  shown: (field: Field, draft: Draft) => string,
): Merged<Draft, Field> {
  const merged = { ...mine };
  const clashes: Clash<Field>[] = [];
  for (const field of Object.keys(names) as Field[]) {
    if (isSame(field, mine, theirs)) continue;
    if (base && isSame(field, mine, base)) merged[field] = theirs[field];
    else if (!base || !isSame(field, theirs, base))
      clashes.push({ field, theirs: shown(field, theirs), mine: shown(field, mine) });
  }
  return { merged, clashes };
}
