import { setPriority } from "node:os";
import {
  decodeDrawing,
  decodeRenditions,
  decodeUpload,
  type DecoderTask,
} from "./decode-picture.server.ts";

/*
 * The decoder process: run-decoder.server.ts starts one per task, under kernel limits. Untrusted pictures are decompressed
 * nowhere else.
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
// The parent process has ended, or stopped waiting.
process.once("disconnect", () => process.exit());
