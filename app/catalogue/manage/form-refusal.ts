import { data } from "react-router";
import type { Refusal } from "./form-state.tsx";
import { readDraft, type ProductDraft } from "./product-draft.ts";

type Outcome<Kind extends Refusal["kind"] = Refusal["kind"]> = Kind extends unknown
  ? Omit<Extract<Refusal, { kind: Kind }>, "draft" | "posted"> & { draft?: ProductDraft }
  : never;

/** The response to a form that was not saved. It contains the submitted input, which would be lost without JavaScript. */
export function refusal(form: FormData, outcome: Outcome, status: number) {
  const posted = {
    version: Number(form.get("version")) || 0,
    base: String(form.get("base") ?? ""),
  };
  return data({ draft: readDraft(form), posted, ...outcome } as Refusal, status);
}
