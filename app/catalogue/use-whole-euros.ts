import { useState, type ComponentProps } from "react";
import { continueEuros, leftOutText } from "./whole-euros.ts";

type Controls = Pick<
  ComponentProps<"input">,
  "value" | "onChange" | "onCompositionEnd" | "inputMode" | "autoComplete"
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
  const edit = (input: HTMLInputElement) => {
    const isAtEnd = input.selectionStart === input.value.length;
    const field = continueEuros({ digits, leftOut }, input.value, { isAtEnd });
    setComposed(null);
    setLeftOut(field.leftOut);
    onDigits(field.digits);
  };
  return {
    controls: {
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
