import { data } from "react-router";
import type { Refusal } from "./form-state.tsx";
import { readDraft, type ProductDraft } from "./product-draft.ts";

type Outcome<Kind extends Refusal["kind"] = Refusal["kind"]> = Kind extends unknown
  ? Omit<Extract<Refusal, { kind: Kind }>, "draft" | "posted"> & { draft?: ProductDraft }
  : never;

/** Answers a form that was not saved with what it held, so that nothing is lost without JavaScript either. */
export function refusal(form: FormData, outcome: Outcome, status: number) {
  const posted = {
    version: Number(form.get("version")) || 0,
    base: String(form.get("base") ?? ""),
  };
  return data({ draft: readDraft(form), posted, ...outcome } as Refusal, status);
}
