import { useCallback, useRef, useState, type ComponentProps } from "react";
import { continueEuros, leftOutText } from "./whole-euros.ts";

type Controls = Pick<
  ComponentProps<"input">,
  "ref" | "value" | "onChange" | "onCompositionEnd" | "inputMode" | "autoComplete"
>;

/**
 * Props for a price input, and a French message about dropped characters. `digits` is the input's value; `onDigits` is called
 * with the remaining digits after each edit (typing, paste, autofill).
 */
export function useWholeEuros(
  digits: string,
  onDigits: (digits: string) => void,
): { controls: Controls; notice: string } {
  const [leftOut, setLeftOut] = useState("");
  /** The text while an IME composes it; a change before its end would break the composition. Null otherwise. */
  const [composed, setComposed] = useState<string | null>(null);
  /** Whether the current edit started with the caret at the end of the text: only then it continues the dropped cents. */
  const isAtEnd = useRef(false);
  const observe = useCallback((input: HTMLInputElement) => {
    const recordCaret = (event: CompositionEvent | InputEvent) => {
      // Within a composition, the IME replaces its own text, which is not a new edit.
      if (event instanceof InputEvent && event.isComposing) return;
      isAtEnd.current = input.selectionStart === input.value.length;
    };
    input.addEventListener("compositionstart", recordCaret);
    input.addEventListener("beforeinput", recordCaret);
    return () => {
      input.removeEventListener("compositionstart", recordCaret);
      input.removeEventListener("beforeinput", recordCaret);
    };
  }, []);
  const edit = (input: HTMLInputElement) => {
    const field = continueEuros({ digits, leftOut }, input.value, { isAtEnd: isAtEnd.current });
    // Reset, because autofill fires no `beforeinput` and must not reuse the value of this edit.
    isAtEnd.current = false;
    setComposed(null);
    setLeftOut(field.leftOut);
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
    notice: leftOutText(leftOut),
  };
}
