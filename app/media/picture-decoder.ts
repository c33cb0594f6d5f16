import { setPriority } from "node:os";
import { decodeRenditions, decodeUpload, type DecoderTask } from "./decode-picture.server.ts";

/*
 * A program of its own, started by run-decoder.server.ts within limits of the kernel: takes one task, answers, ends. The shop
 * unpacks no picture elsewhere.
 */

// After the shop, which answers visitors meanwhile.
setPriority(10);
process.once("message", (task: DecoderTask) => {
  const done =
    task.kind === "upload"
      ? decodeUpload(task.filePath, task.use)
      : decodeRenditions(task.master, task.widths);
  done.then(
    (result) => process.send!({ result }, () => process.disconnect()),
    (error: unknown) => process.send!({ error: String(error) }, () => process.disconnect()),
  );
});
// The shop is gone, or doesn't wait any longer.
process.once("disconnect", () => process.exit());
