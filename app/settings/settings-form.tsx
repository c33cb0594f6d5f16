import type { ReactNode } from "react";
import { useActionData, useLoaderData } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { textFields } from "#app/ui/areas/form-version.ts";
import { useVersionedForm } from "#app/ui/areas/use-versioned-form.ts";
import { VersionedForm } from "#app/ui/areas/versioned-form.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { FieldProps, SettingsFields } from "./settings-fields.ts";
import type { Draft } from "./settings-group.ts";
import type { FormStart, SettingsAnswer, SettingsScreen } from "./settings-route.ts";

const SAVED = "Réglages enregistrés.";

type SettingsFormProps = {
  /** One line below the title. */
  intro: string;
  children: (fields: SettingsFields) => ReactNode;
};

/** The form of one group of settings. `children` renders its fields. */
export function SettingsForm({ intro, children }: SettingsFormProps) {
  const loaded = useLoaderData() as SettingsScreen;
  const { title, names, choices } = loaded;
  const answer = useActionData() as SettingsAnswer | undefined;
  const form = useVersionedForm<Draft, string, FormStart>(textFields(names), loaded, answer);
  useAnswer(answer, ({ kind }) => kind === "saved" && toast.success(SAVED));
  const field = (name: string, hint?: ReactNode): FieldProps => {
    const variable = form.start.fixed[name];
    return {
      ...form.field(name),
      readOnly: variable !== undefined,
      hint: variable ? `Fixé par la configuration du serveur (${variable})` : hint,
    };
  };
  const choice: SettingsFields["choice"] = (name, hint) => {
    const { readOnly: _, ...props } = field(name, hint);
    const options = Object.entries(choices[name] ?? {});
    return { ...props, options: options.map(([value, label]) => ({ value, label })) };
  };
  return (
    <>
      <BackLink to="/admin/reglages">Réglages</BackLink>
      <PageHead title={title}>{intro}</PageHead>
      {answer?.kind === "saved" && (
        <noscript>
          <Note tone="ok">{SAVED}</Note>
        </noscript>
      )}
      <VersionedForm
        form={form}
        words={{
          title,
          subject: "ces réglages",
          pronoun: "les",
          failed: "Les réglages ne sont pas enregistrés",
        }}
        backHref="/admin/reglages"
        className="stack settings-form"
      >
        {children({ ...form, field, choice })}
      </VersionedForm>
    </>
  );
}

/** The title of a settings page, for its `meta` export. */
export const settingsMeta = ({
  loaderData,
  matches,
}: {
  loaderData: { title: string } | undefined;
  matches: Parameters<typeof noindexMeta>[1];
}) => noindexMeta(loaderData?.title ?? "", matches);

/**
 * `shouldRevalidate`: reloads only after the form's own saves. A reload after somebody else's change would replace what is being
 * typed; that conflict is reported when saving.
 */
export const revalidateOwnSaves = ({ formMethod }: { formMethod?: string }) =>
  formMethod !== undefined && formMethod !== "GET";
