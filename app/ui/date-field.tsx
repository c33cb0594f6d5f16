import { useShownValue } from "./use-shown-value.ts";

type DateFieldProps = {
  name: string;
  label: string;
  /** « 2026-11-23 »; null for none. */
  value: string | null;
};

/** A day among the filters of a list, applied as soon as it is whole: a year that is being typed is not. */
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
