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

/** The French message for a control's failed constraint, or null when it is valid. */
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
 * Returns a function that runs `act` at once or, while a pointer is pressed, after its release. A message that is inserted while
 * it is pressed would move the pressed element away from the pointer, and the click would be lost.
 */
function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const recordPress = ({ type }: PointerEvent) => {
      isPressed.current = type === "pointerdown";
    };
    const types = ["pointerdown", "pointerup", "pointercancel"] as const;
    for (const type of types) window.addEventListener(type, recordPress, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, recordPress, { capture: true });
    };
  }, []);
  return (act) => {
    if (!isPressed.current) return act();
    // setTimeout, because the click event follows pointerup in the same task.
    window.addEventListener("pointerup", () => setTimeout(act), { once: true });
  };
}

/**
 * Validates each edited control on blur, and removes a control's message as soon as its value is valid. `checks` are the attributes
 * of the form that does so.
 * `serverErrors` are the action's errors by field name; a new object replaces the errors found in the browser.
 * `values` are the initial values by name.
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
    // A valid value may still have an error of the server, which only an edit removes.
    if (message) afterPress(() => setFound((before) => ({ ...before, [name]: message })));
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const control = controlOf(event.target);
    if (!control) return;
    const { name } = control;
    edited.current.add(name);
    if (errors[name] && control.validity.valid) setFound((before) => ({ ...before, [name]: null }));
  }

  /** Call after a script replaced a control's value: the control counts as not edited, and its error is removed. */
  function forget(name: string) {
    edited.current.delete(name);
    setFound((before) => ({ ...before, [name]: null }));
  }

  /** Props for the Field, TextArea or ChoiceGroup of this name. */
  const field = (name: string) => ({ name, defaultValue: values?.[name], error: errors[name] });

  const checks = { noValidate: true, onBlur, onInput };
  return { errors, field, forget, checks };
}
