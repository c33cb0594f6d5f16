import { setPriority } from "node:os";
import {
  decodeDrawing,
  decodeRenditions,
  decodeUpload,
  type DecoderTask,
} from "./decode-picture.server.ts";

/*
 * The decoder process: run-decoder.server.ts starts one per task, with kernel limits on memory and CPU time (decision 37).
 * Only documents:import decodes elsewhere: the operator's own files.
 */

// A lower CPU priority than the shop's own process, which answers requests.
setPriority(10);
process.once("message", (task: DecoderTask) => {
  run(task).then(
    (result) => process.send!({ result }, () => process.disconnect()),
    (error: unknown) => process.send!({ error: String(error) }, () => process.disconnect()),
  );
});
function run(task: DecoderTask): Promise<unknown> {
  if (task.kind === "upload") return decodeUpload(task.filePath, task.use);
  if (task.kind === "drawing") return decodeDrawing(task.svg);
  return decodeRenditions(task.master, task.widths);
}
// The result was sent, or the parent process ended: the IPC channel is closed.
process.once("disconnect", () => process.exit());
