import { useShownValue } from "./use-shown-value.ts";

type DateFieldProps = {
  name: string;
  label: string;
  /** « 2026-11-23 »; null for none. */
  value: string | null;
};

/**
 * A date filter of a list, applied on change. Years before 2000 are ignored, because they occur while a year is being typed.
 */
export function DateField({ name, label, value }: DateFieldProps) {
  const field = useShownValue<HTMLInputElement>(value ?? "");
  return (
    <label className="datefield">
      <span>{label}</span>
      <input
        className="in"
        type="date"
        name={name}
        defaultValue={value ?? ""}
        max="9999-12-31"
        ref={field}
        onChange={({ currentTarget: input }) => {
          const isTyped = input.value !== "" && input.value < "2000";
          if (!isTyped) input.form?.requestSubmit();
        }}
      />
    </label>
  );
}
