import { useEffect, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { LARGEST_FILE } from "#app/csv/csv-schema.ts";
import { useFailure } from "#app/live/failure.ts";
import { UPLOAD_FAILED } from "#app/media/upload-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { IMPORTED_COLUMNS } from "../csv-columns.ts";
import { TOO_LARGE, type Refusal } from "./import-refusals.ts";
import { IMPORT_PATH } from "./import-texts.ts";

/**
 * The drop zone of the CSV file. A transparent file input covers the zone, and a chosen file is sent at once. Without
 * JavaScript, a button sends the file.
 */
export function FileForm({ refusal }: { refusal: Refusal | undefined }) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const isSending = useNavigation().state !== "idle";
  const failure = useFailure();
  useEffect(() => {
    // Specification §8 requires this toast, in addition to the bar about a failed request (shell/lost-connection.tsx).
    if (failure?.form === IMPORT_PATH && failure.kind !== "signed-out") toast.error(UPLOAD_FAILED);
  }, [failure]);
  const [tooLarge, setTooLarge] = useState<Refusal>();
  const shown = tooLarge ?? (isSending ? undefined : refusal);
  return (
    <>
      {shown && (
        <Note tone="error" role="alert" focusOn={shown} title={shown.title}>
          {shown.text}
        </Note>
      )}
      <section className="panel">
        <Form className="panel__body" method="post" encType="multipart/form-data">
          <input type="hidden" name="intent" value="check" />
          <div className="drop import-drop">
            <Icon name="file-spreadsheet" size={24} />
            <div className="drop__text">
              <b>{isSending ? "Lecture du fichier…" : "Déposez un fichier CSV"}</b>
              <p id="fichier-aide">
                UTF-8 ou Windows-1252 (Excel), séparé par des points-virgules, des virgules ou des
                tabulations, 100 000 lignes et 50 Mo au plus.
              </p>
            </div>
            <span className="btn" aria-hidden="true">
              Choisir un fichier
            </span>
            <input
              type="file"
              name="file"
              accept=".csv,.txt,text/csv"
              aria-label="Choisir un fichier CSV"
              aria-describedby="fichier-aide"
              onChange={({ currentTarget: input }) => {
                const file = input.files?.[0];
                if (!file || isSending) return;
                const isTooLarge = file.size > LARGEST_FILE;
                setTooLarge(isTooLarge ? TOO_LARGE : undefined);
                if (!isTooLarge) void submit(input.form);
                // Without the reset, choosing the same file again after a correction fires no change event.
                input.value = "";
              }}
            />
          </div>
          {!isHydrated && <Button size="s">Vérifier le fichier</Button>}
          <output className="sr">{isSending ? "Lecture du fichier…" : ""}</output>
        </Form>
      </section>
      <p className="import-hint">
        La première ligne nomme les colonnes&nbsp;; «&nbsp;nom&nbsp;», «&nbsp;prix&nbsp;» et
        «&nbsp;catégorie&nbsp;» sont nécessaires. Une ligne dont l’«&nbsp;id&nbsp;» ou, sans id, le
        nom est celui d’un produit le modifie&nbsp;; les autres créent le leur. Une colonne absente
        laisse son champ comme il est&nbsp;; une case vide le vide. Les photos restent comme elles
        sont&nbsp;: elles se changent dans la fiche du produit. Une colonne inconnue est ignorée.
      </p>
      <p className="import-hint">{`Toutes les colonnes\u00a0: ${IMPORTED_COLUMNS.join(", ")}.`}</p>
    </>
  );
}
