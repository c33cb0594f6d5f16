import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import { useUploads } from "#app/media/use-uploads.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import { UPDATE_FAILED } from "./account-failures.ts";
import type { ProfileAnswer } from "./profile-form.tsx";

/** The profile photo, saved as soon as it is uploaded; without one, the first letter of the name (specification §2). */
export function PhotoPanel({ name, photo }: { name: string; photo: string | null }) {
  const { release, ...uploads } = useUploads({ kind: "avatar" });
  const { Form, submit, data: answer, state } = useFetcher<ProfileAnswer>();
  const isBusy = state !== "idle";
  const sent = uploads.uploads.find((upload) => upload.state === "success")?.id;

  const isSent = useRef(false);
  const save = useEffectEvent(() => {
    if (!sent) return;
    isSent.current = true;
    void submit({ intent: "photo", upload: sent }, { method: "post" });
  });
  useEffect(() => save(), [sent]);
  const status = useRef<HTMLParagraphElement>(null);
  useAnswer(answer, ({ kind }) => {
    if (kind === "failed") return;
    // On success or final refusal, drop the pending upload; keep it only after a network failure, to retry. Removing the
    // former photo does not concern a pending upload.
    if (isSent.current) release();
    isSent.current = false;
    // The « remove » button disappeared with the photo, and the focus with it.
    if (document.activeElement === document.body) status.current?.focus();
  });

  return (
    <Panel id="photo-title" title="Photo de profil" body="photo">
      <Avatar name={name} photo={photo} size="xl" />
      <div className="photo__choice">
        <div className="needs-js">
          <FilePicker kind="avatar" label="Choisir une photo" onFiles={uploads.add} />
        </div>
        <noscript>
          <p>Envoyer une photo demande JavaScript.</p>
        </noscript>
        <p className="hint">Sans photo, l’initiale de votre nom s’affiche.</p>
        {photo && (
          <Form method="post">
            <Button name="intent" value="remove-photo" variant="plain" size="s" busy={isBusy}>
              Retirer la photo
            </Button>
          </Form>
        )}
        <UploadList {...uploads} />
        <p role="status" tabIndex={-1} ref={status}>
          {!isBusy && answer?.kind === "updated" && "Votre photo est à jour."}
        </p>
        {!isBusy && answer && answer.kind !== "updated" && (
          <Note tone="error" role="alert" title={UPDATE_FAILED}>
            <p>{answer.errors["photo"] ?? "La photo est restée comme elle était."}</p>
            {sent && (
              <Button
                type="button"
                variant="plain"
                size="s"
                onClick={() => void submit({ intent: "photo", upload: sent }, { method: "post" })}
              >
                Réessayer
              </Button>
            )}
          </Note>
        )}
      </div>
    </Panel>
  );
}
