import { parentPort } from "node:worker_threads";
import { drawFacturX, drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { drawTerms } from "#app/invoices/draw-terms.server.ts";
import { renderMail } from "#app/mail/render-mail.tsx";
import type { Drawing, DrawingAnswer, DrawingTask } from "#app/platform/drawing-thread.server.ts";

/*
 * The drawing thread: platform/drawing-thread.server.ts starts it and hands it tasks (decision 83).
 */

const DRAW = {
  mail: renderMail,
  invoice: drawInvoice,
  "factur-x": drawFacturX,
  terms: drawTerms,
} as Record<Drawing, (...args: unknown[]) => Promise<unknown>>;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
const answer = (message: DrawingAnswer) => parentPort!.postMessage(message);
parentPort!.on("message", ({ id, drawing, args }: DrawingTask) => {
  DRAW[drawing](...args).then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});
