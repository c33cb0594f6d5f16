import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Upload } from "#app/media/upload-state.ts";
import { isUnfinished } from "./form-uploads.ts";

/**
 * Delays the submission of a form until its uploads have finished, then submits its current values. Cancelled uploads are
 * ignored. If an upload fails, the form is not submitted (`hasFailed`).
 */
export function useSaveAfterUploads(uploads: readonly Upload[]) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<"idle" | "waiting" | "due" | "failed">("idle");
  const isRunning = uploads.some(isUnfinished);
  if (state === "waiting" && !isRunning)
    setState(uploads.some((upload) => upload.state === "error") ? "failed" : "due");
  useEffect(() => {
    if (state === "due") form.current?.requestSubmit();
  }, [state]);
  return {
    isWaiting: state === "waiting",
    hasFailed: state === "failed",
    onSubmit(event: FormEvent<HTMLFormElement>) {
      setState(isRunning ? "waiting" : "idle");
      if (!isRunning) return;
      form.current = event.currentTarget;
      event.preventDefault();
    },
  };
}
