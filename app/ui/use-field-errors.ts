import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from "react";

export type FieldErrors = Record<string, string | undefined>;

type FieldValues = Record<string, string | undefined>;
export type FieldOf = ReturnType<typeof useFieldErrors>["field"];

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlOf(target: EventTarget): Control | null {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isControl && target.name !== "" ? target : null;
}

/** The French message for what the browser finds wrong with a control, or null when it is valid. */
export function messageFor(
  control: Pick<Control, "validity" | "validationMessage" | "dataset">,
): string | null {
  const { validity, dataset } = control;
  if (validity.valid) return null;
  if (validity.valueMissing) return dataset["missing"] ?? "Ce champ est à remplir.";
  if (validity.tooShort)
    return dataset["tooShort"] ?? dataset["mismatch"] ?? "Ce texte est trop court.";
  if (validity.customError) return control.validationMessage;
  return dataset["mismatch"] ?? "Cette valeur n’a pas la forme attendue.";
}

/**
 * Runs `act` now or, when a control is left by pressing something else, after the release: a message that moves the page
 * in between would take what is pressed from under the pointer, and the click would be lost.
 */
function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const note = ({ type }: PointerEvent) => {
      isPressed.current = type === "pointerdown";
    };
    const types = ["pointerdown", "pointerup", "pointercancel"] as const;
    for (const type of types) window.addEventListener(type, note, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, note, { capture: true });
    };
  }, []);
  return (act) => {
    if (!isPressed.current) return act();
    // The click follows the release in the same task.
    window.addEventListener("pointerup", () => setTimeout(act), { once: true });
  };
}

/**
 * Checks each control on leaving it once edited and takes the message away as soon as it is valid;
 * `onBlur` and `onInput` go on the form, which has `noValidate`.
 * `serverErrors` is the action's own object: another object replaces what was found here.
 * `values` is what the controls hold at first, by name.
 */
export function useFieldErrors(serverErrors?: FieldErrors | null, values?: FieldValues) {
  const [answered, setAnswered] = useState(serverErrors);
  const [found, setFound] = useState<Record<string, string | null>>({});
  const edited = useRef(new Set<string>());
  const afterPress = useAfterPress();

  if (answered !== serverErrors) {
    setAnswered(serverErrors);
    setFound({});
  }

  const errors: FieldErrors = {};
  for (const [name, message] of Object.entries({ ...serverErrors, ...found })) {
    if (message) errors[name] = message;
  }

  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const control = controlOf(event.target);
    if (!control || !edited.current.has(control.name)) return;
    const { name } = control;
    const message = messageFor(control);
    // A valid value may still be refused by the server: only editing it takes that answer away.
    if (message) afterPress(() => setFound((before) => ({ ...before, [name]: message })));
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event.target);
    if (!control) return;
    const { name } = control;
    edited.current.add(name);
    if (errors[name] && control.validity.valid) setFound((before) => ({ ...before, [name]: null }));
  }

  /** The control of this name now holds something else, which nobody has edited yet. */
  function forget(name: string) {
    edited.current.delete(name);
    setFound((before) => ({ ...before, [name]: null }));
  }

  /** What the control of this name is given: spread on a Field, a TextArea, a ChoiceGroup… */
  const field = (name: string) => ({ name, defaultValue: values?.[name], error: errors[name] });

  return { errors, field, forget, onBlur, onInput };
}
