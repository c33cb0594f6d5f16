import { useCallback, useRef, useState, type ComponentProps } from "react";
import { centsText, editEuros, type TypedEuros, type WholeEuros } from "./whole-euros.ts";

type Controls = Pick<
  ComponentProps<"input">,
  "ref" | "value" | "onChange" | "onCompositionEnd" | "inputMode" | "autoComplete"
>;

/**
 * Props for a price input, and a French message about left out cents. `digits` is the input's value; `onDigits` is called
 * with the remaining digits after each edit (typing, paste, autofill). `initial` is the price before the first edit, if its
 * cents were left out.
 */
export function useWholeEuros(
  digits: string,
  onDigits: (digits: string) => void,
  initial: WholeEuros = { digits, cents: "" },
): { controls: Controls; notice: string } {
  const [shown, setShown] = useState(initial);
  /** The text while an IME composes it; a change before its end would break the composition. Null otherwise. */
  const [composed, setComposed] = useState<string | null>(null);
  const last = useRef<TypedEuros>(null);
  /** The caret before the current edit; null without one (a selected text, autofill). */
  const start = useRef<number>(null);
  const observe = useCallback((input: HTMLInputElement) => {
    const recordCaret = (event: CompositionEvent | InputEvent) => {
      // Within a composition, the IME replaces its own text, which is not a new edit.
      if (event instanceof InputEvent && event.isComposing) return;
      start.current = input.selectionStart === input.selectionEnd ? input.selectionStart : null;
    };
    input.addEventListener("compositionstart", recordCaret);
    input.addEventListener("beforeinput", recordCaret);
    return () => {
      input.removeEventListener("compositionstart", recordCaret);
      input.removeEventListener("beforeinput", recordCaret);
    };
  }, []);
  const edit = (input: HTMLInputElement) => {
    const isContinued = start.current === last.current?.caret && input.value.length > digits.length;
    const caret = input.selectionStart ?? input.value.length;
    const field = editEuros(input.value, caret, isContinued ? last.current : null);
    last.current = field;
    start.current = null;
    // Set before React does, which would move the caret to the end.
    input.value = field.digits;
    if (document.activeElement === input) input.setSelectionRange(field.caret, field.caret);
    setComposed(null);
    setShown(field);
    onDigits(field.digits);
  };
  return {
    controls: {
      ref: observe,
      value: composed ?? digits,
      inputMode: "numeric",
      autoComplete: "off",
      onChange: ({ currentTarget: input, nativeEvent }) => {
        if ((nativeEvent as InputEvent).isComposing) setComposed(input.value);
        else edit(input);
      },
      onCompositionEnd: ({ currentTarget }) => edit(currentTarget),
    },
    // No notice once something else has changed the price, for example « Tout effacer ».
    notice: shown.digits === digits ? centsText(shown.cents) : "",
  };
}
