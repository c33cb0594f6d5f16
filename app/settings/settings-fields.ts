import type { ReactNode } from "react";
import type { FormState } from "#app/ui/areas/use-versioned-form.ts";
import type { Option } from "#app/ui/field.tsx";
import type { Draft } from "./settings-group.ts";

type Form = FormState<Draft, string>;
/** The props of one field of the form, for Field, TextArea and the like. */
export type FieldProps = ReturnType<Form["field"]> & { readOnly: boolean; hint: ReactNode };
/** What the page of a group needs to render its fields and to change its draft. */
export type SettingsFields = Pick<Form, "draft" | "set" | "errors"> & {
  field: (name: string, hint?: ReactNode) => FieldProps;
  /** The props of a Select with the field's choices. */
  choice: (name: string, hint?: ReactNode) => Omit<FieldProps, "readOnly"> & { options: Option[] };
};
