import { useEffect, useState } from "react";
import { classes } from "#app/ui/classes.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Upload, UploadState } from "./upload-state.ts";
import type { Uploads } from "./use-uploads.ts";

type UploadListProps = Pick<Uploads, "uploads" | "pause" | "resume" | "cancel" | "remove"> & {
  /** Text that follows « Envoyée. » */
  successHint?: string;
};

/** The list of uploads with their progress and buttons. */
export function UploadList({ uploads, successHint, ...actions }: UploadListProps) {
  return (
    <>
      {uploads.length > 0 && (
        <ul className="uploads">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} successHint={successHint} {...actions} />
          ))}
        </ul>
      )}
      {/* Screen readers announce only changes of state, because the percentage changes too often. */}
      <p className="sr" role="status">
        {uploads
          .filter(({ state }) => ANNOUNCED[state])
          .map(({ name, state }) => `${name}\u00a0: ${ANNOUNCED[state]}`)
          .join(" ")}
      </p>
    </>
  );
}

const ANNOUNCED: Record<UploadState, string> = {
  running: "envoi en cours.",
  pausing: "mise en pause.",
  paused: "en pause.",
  canceling: "annulation.",
  canceled: "envoi annulé.",
  success: "envoyée.",
  error: "",
};

function UploadRow({
  upload,
  successHint,
  pause,
  resume,
  cancel,
  remove,
}: Omit<UploadListProps, "uploads"> & { upload: Upload }) {
  const { key, name, state, percent, picture } = upload;
  const actionButton = (icon: IconName, label: string, run: (key: string) => void) => (
    <button
      type="button"
      className="icon-btn"
      aria-label={`${label}\u00a0: ${name}`}
      title={label}
      onClick={() => run(key)}
    >
      <Icon name={icon} />
    </button>
  );
  const isOver = state === "success" || state === "error" || state === "canceled";
  const { retry } = upload;
  const canResume = state === "paused" || (state === "error" && upload.canResume);
  return (
    <li className="upload" data-state={state}>
      {picture ? (
        <img className="thumb" src={`/media/${picture.path}`} width={48} height={48} alt="" />
      ) : (
        <span className="thumb">
          <Icon name="image" />
        </span>
      )}
      <div>
        <div className="upload__top">
          <b>{name}</b>
          <span className="upload__pct">{shortState(upload)}</span>
        </div>
        <progress
          className={classes("bar", retry ? "bar--held" : barClass[state])}
          max={100}
          value={state === "error" && !upload.canResume ? 100 : percent}
          aria-label={`Envoi de ${name}`}
        />
        {/* The keys differ, so that a failure is a new element: screen readers announce only a new alert. */}
        {retry ? (
          <p key="retry" className="bad">
            <span role="alert">{retry.error}</span>, nouvel essai <Countdown until={retry.at} />
          </p>
        ) : (
          <p
            key={state === "error" ? "refused" : "state"}
            className={textClass[state]}
            role={state === "error" ? "alert" : undefined}
          >
            {longState(upload, successHint)}
          </p>
        )}
      </div>
      <div className="upload__acts">
        {state === "running" && actionButton("pause", "Mettre l’envoi en pause", pause)}
        {canResume && actionButton("play", "Reprendre l’envoi", resume)}
        {isOver
          ? actionButton("x", "Retirer de la liste", remove)
          : state !== "canceling" && actionButton("x", "Annuler l’envoi", cancel)}
      </div>
    </li>
  );
}

/** « dans 4 s. »: a countdown to `until` (milliseconds since the epoch). */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1_000);
  return seconds > 0 ? `dans ${seconds}\u00a0s.` : "en cours.";
}

const barClass: Partial<Record<UploadState, string>> = {
  pausing: "bar--held",
  paused: "bar--held",
  canceling: "bar--held",
  canceled: "bar--held",
  success: "bar--ok",
  error: "bar--bad",
};
const textClass: Partial<Record<UploadState, string>> = { success: "ok", error: "bad" };

function shortState({ state, percent, canResume }: Upload): string {
  if (state === "error") return canResume ? "Interrompu" : "Refusée";
  return state === "canceled" ? "Annulé" : `${percent}\u00a0%`;
}

function longState(upload: Upload, successHint = ""): string {
  const { state, sentBytes, size, secondsLeft, error } = upload;
  const sizes = `${megabytes(sentBytes)} sur ${megabytes(size)}`;
  switch (state) {
    case "running":
      if (sentBytes === size) return "Vérification de l’image…";
      return secondsLeft === undefined
        ? sizes
        : `${sizes}, encore ${timeLeft(secondsLeft)} environ`;
    case "pausing":
      return "Mise en pause…";
    case "paused":
      return `En pause à ${sizes}. L’envoi reprendra ici, même après un rechargement.`;
    case "canceling":
      return "Annulation…";
    case "canceled":
      return "Envoi annulé.";
    case "success":
      return `Envoyée. ${successHint}`.trim();
    case "error":
      return error ?? "";
  }
}

const oneDecimal = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

/** Formats bytes: « 24,8 Mo », or « 312 Ko » below 1 Mo. */
function megabytes(bytes: number): string {
  return bytes < 1024 ** 2
    ? `${Math.round(bytes / 1024)}\u00a0Ko`
    : `${oneDecimal.format(bytes / 1024 ** 2)}\u00a0Mo`;
}

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${seconds}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`;
}
