import { useState } from "react";
import { classes } from "./classes.ts";
import { FieldFrame } from "./field-frame.tsx";
import { splitProps, type FieldProps } from "./field.tsx";

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, "type">) {
  const { frame, controlProps, rest } = splitProps(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      <div className="pw">
        <input
          {...rest}
          {...controlProps}
          type={shown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="none"
          className={classes("in", rest.className)}
        />
        <button
          type="button"
          className="needs-js"
          aria-controls={controlProps.id}
          aria-label={shown ? "Masquer le mot de passe" : "Afficher le mot de passe"}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Masquer" : "Afficher"}
        </button>
      </div>
    </FieldFrame>
  );
}
