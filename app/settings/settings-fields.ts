import type { ChangeEvent, ReactNode } from "react";
import type { Option } from "#app/ui/field.tsx";
import type { Draft } from "./settings-group.ts";

/** The props of one field of the form, for Field, TextArea and the like. */
export type FieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (
    event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
  ) => void;
  readOnly: boolean;
  error: string | undefined;
  hint: ReactNode;
};
/** What a group's page gets to show its fields and change its draft. */
export type SettingsFields = {
  field: (name: string, hint?: ReactNode) => FieldProps;
  /** The props of a Select with the field's choices. */
  choice: (name: string, hint?: ReactNode) => Omit<FieldProps, "readOnly"> & { options: Option[] };
  draft: Draft;
  /** `touched`: the fields whose errors no longer apply, if other than the changed ones. */
  set: (change: Draft, touched?: readonly string[]) => void;
  /** The server's errors that still apply, by field; of an item in a list « slides.0.title ». */
  errors: Draft;
};
