import { SMTPServer } from "smtp-server";

/** A mail server that counts received mails by Message-ID, and can be stopped. */
export async function openMailSink() {
  const received = new Map<string, number>();
  let server: SMTPServer | undefined;
  let port = 0;

  async function open(): Promise<void> {
    const opened = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const [, key = "?"] =
            /^message-id: <([^@]*)@/im.exec(Buffer.concat(chunks).toString()) ?? [];
          received.set(key, (received.get(key) ?? 0) + 1);
          done();
        });
      },
    });
    opened.on("error", () => undefined);
    await new Promise<void>((resolve) => opened.listen(port, "127.0.0.1", resolve));
    const address = opened.server.address();
    port = typeof address === "object" && address ? address.port : 0;
    server = opened;
  }

  await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    open,
    async close(): Promise<void> {
      const closed = server;
      server = undefined;
      if (closed) await new Promise<void>((resolve) => closed.close(resolve));
    },
    /** How often a mail arrived; `key` is the part before the @ of its Message-ID. */
    timesOf: (key: string) => received.get(key) ?? 0,
  };
}
