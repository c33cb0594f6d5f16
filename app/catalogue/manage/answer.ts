import { data } from "react-router";
import type { ProductAnswer, Refusal } from "./form-state.tsx";
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
  const answer = { draft: readDraft(form), posted, ...outcome } as Refusal;
  return data<ProductAnswer>(answer, status);
}

/**
 * The answer of the server's action, or why there is none: a lost connection, or a session that ended meanwhile. The
 * form then stays as it is.
 */
export async function answerOf<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (reason) {
    // A redirect: to the list once saved, home for whoever is no administrator any more.
    if (reason instanceof Response && reason.headers.get("location") !== "/") throw reason;
    const kind = reason instanceof Response ? "signed-out" : "unreachable";
    return data<ProductAnswer>({ kind }, 503);
  }
}
