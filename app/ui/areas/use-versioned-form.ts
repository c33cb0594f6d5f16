import { useState, type ChangeEvent } from "react";
import { useNavigation } from "react-router";
import { lowerFirst } from "../lower-first.ts";
import { postedOf, type Fields, type FormAnswer, type Loaded } from "./form-version.ts";

export type FormState<Draft extends object, Field extends keyof Draft & string> = ReturnType<
  typeof useVersionedForm<Draft, Field, Loaded<Draft>>
>;

/**
 * The state of a versioned form. A new answer of the server replaces the draft, except for what was changed while it was awaited.
 * @param loaded what the page was loaded with
 * @param answer the action's data
 * @param remaining those of the answer's errors that still apply; by default those whose fields were not changed since
 */
export function useVersionedForm<
  Draft extends object,
  Field extends keyof Draft & string,
  Start extends Loaded<Draft>,
>(
  fields: Fields<Draft, Field>,
  loaded: Start,
  answer: FormAnswer<Draft, Start, Field> | undefined,
  remaining?: (draft: Draft, start: Start) => Record<string, string>,
) {
  const [state, setState] = useState(() => stateOf<Draft, Start>(loaded, answer));
  if (answer && answer !== state.answer)
    setState(stateOf<Draft, Start>(state.start, answer, changedSince(state.sent, state.draft)));
  const { start, draft, posted, edited } = state;
  const names = Object.keys(fields.names) as Field[];
  const changed = names.filter((field) => !fields.isSame(field, draft, start.draft));
  const refused = answer?.errors as Record<string, string> | undefined;
  const errors =
    remaining?.(draft, start) ??
    Object.fromEntries(Object.entries(refused ?? {}).filter(([field]) => !edited.has(field)));
  const set = (change: Partial<Draft>, touched: readonly string[] = Object.keys(change)) =>
    setState((before) => ({
      ...before,
      draft: { ...before.draft, ...change },
      edited: new Set([...before.edited, ...touched]),
    }));
  return {
    fields,
    answer,
    start,
    draft,
    posted,
    /** The names of the changed fields, in French. */
    changes: changed.map((field) => lowerFirst(fields.names[field])),
    /** The server's errors by field, and those that still apply. */
    refused,
    errors,
    isSaving: useNavigation().state === "submitting",
    /** Changes the draft. `touched`: the fields whose errors no longer apply, if other than the changed ones. */
    set,
    /** The props of a field of text, for Field, TextArea and the like; of a checkbox « on » or empty. */
    field: (name: Field) => ({
      name,
      label: fields.names[name] as string,
      value: draft[name] as string,
      onChange: ({
        target,
      }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        const isCheckbox = target instanceof HTMLInputElement && target.type === "checkbox";
        const text = isCheckbox ? (target.checked ? "on" : "") : target.value;
        set({ [name]: text } as Partial<Draft>);
      },
      error: errors[name],
    }),
    /** Called when the form is submitted. */
    noteSent: () => setState((before) => ({ ...before, sent: before.draft })),
  };
}

function stateOf<Draft extends object, Start extends Loaded<Draft>>(
  loaded: Start,
  answer: FormAnswer<Draft, Start> | undefined,
  changed: Partial<Draft> = {},
) {
  const start = answer?.start ?? loaded;
  return {
    answer,
    start,
    draft: { ...(answer?.draft ?? start.draft), ...changed },
    posted: answer?.posted ?? postedOf(start),
    /** The fields that were changed since the answer. */
    edited: new Set(Object.keys(changed)),
    /** The draft that was submitted last. */
    sent: null as Draft | null,
  };
}

/** The fields of a draft that are not as they were sent. */
function changedSince<Draft extends object>(sent: Draft | null, draft: Draft): Partial<Draft> {
  const fields = Object.keys(draft) as (keyof Draft)[];
  const changed = sent ? fields.filter((field) => draft[field] !== sent[field]) : [];
  return Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<Draft>;
}
