import { useCallback, useRef, useState, type ComponentProps } from "react";
import { continueEuros, leftOutText } from "./whole-euros.ts";

type Controls = Pick<
  ComponentProps<"input">,
  "ref" | "value" | "onChange" | "onCompositionEnd" | "inputMode" | "autoComplete"
>;

/**
 * The controls of a field for a price, and what to say beside it. `digits` is the field's value; `onDigits` hears each
 * edit, be it typed, pasted or filled in by the browser, without what was left out.
 */
export function useWholeEuros(
  digits: string,
  onDigits: (digits: string) => void,
): { controls: Controls; said: string } {
  const [leftOut, setLeftOut] = useState("");
  /** An input method's text, which must not be changed before it is complete. */
  const [composed, setComposed] = useState<string | null>(null);
  /** Whether the edit under way began behind all that the field holds: what is retyped or pasted over it begins anew. */
  const isAtEnd = useRef(false);
  const watch = useCallback((input: HTMLInputElement) => {
    const note = (event: CompositionEvent | InputEvent) => {
      // An input method replaces what it has composed so far, which is no new edit.
      if (event instanceof InputEvent && event.isComposing) return;
      isAtEnd.current = input.selectionStart === input.value.length;
    };
    input.addEventListener("compositionstart", note);
    input.addEventListener("beforeinput", note);
    return () => {
      input.removeEventListener("compositionstart", note);
      input.removeEventListener("beforeinput", note);
    };
  }, []);
  const edit = (input: HTMLInputElement) => {
    const field = continueEuros({ digits, leftOut }, input.value, { isAtEnd: isAtEnd.current });
    // What the browser fills in by itself isn't announced.
    isAtEnd.current = false;
    setComposed(null);
    setLeftOut(field.leftOut);
    onDigits(field.digits);
  };
  return {
    controls: {
      ref: watch,
      value: composed ?? digits,
      inputMode: "numeric",
      autoComplete: "off",
      onChange: ({ currentTarget: input, nativeEvent }) => {
        if ((nativeEvent as InputEvent).isComposing) setComposed(input.value);
        else edit(input);
      },
      onCompositionEnd: ({ currentTarget }) => edit(currentTarget),
    },
    said: leftOutText(leftOut),
  };
}
