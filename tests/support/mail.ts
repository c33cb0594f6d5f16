import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { sendPasswordLink } from "#app/accounts/password.server.ts";
import { deliverMails } from "#app/mail/deliver-mail.ts";
import type { Services } from "#app/request-context.ts";
import { addWaiter, type WaiterRequest } from "#app/stock/waiters.server.ts";
import { attachmentsOf } from "../../server/jobs.ts";

export type ReceivedMail = {
  /** The envelope's recipients, which decide the delivery. */
  recipients: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  attachments: { filename: string; type: string; content: Buffer }[];
};

/** Runs the mail jobs now: sends every queued mail. */
export async function sendAllMails(services: Services): Promise<void> {
  const { boss } = services.jobs;
  for (const job of await boss.fetch<{ email: string }>("password-links", { batchSize: 100 })) {
    await sendPasswordLink(services, job.data);
    await boss.complete("password-links", job.id);
  }
  for (const job of await boss.fetch<WaiterRequest>("add-waiters", { batchSize: 100 })) {
    await addWaiter(services, job.data);
    await boss.complete("add-waiters", job.id);
  }
  const options = { batchSize: 100, includeMetadata: true } as const;
  const jobs = await boss.fetch<{ key: string }>("send-mail", options);
  await deliverMails(services, attachmentsOf(services), jobs);
  if (jobs.length > 0)
    await boss.complete(
      "send-mail",
      jobs.map(({ id }) => id),
    );
}

/** A test SMTP server that records mails. `refuseNext(count)`: responds 451 (try later) to the next `count` mails. */
export async function openMailServer() {
  const received: ReceivedMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusals > 0) {
          refusals--;
          done(Object.assign(new Error("busy"), { responseCode: 451 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push(parseMail(Buffer.concat(chunks).toString(), recipients));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    refuseNext: (count: number) => void (refusals = count),
  };
}

/** The mails to `to` that the shop wrote to its data folder. */
export async function writtenMails(dataDir: string, to: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, "mail");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).toSorted();
  const mails = await Promise.all(
    files.map(async (name) => {
      const mail = parseMail(await readFile(join(folder, name), "utf8"));
      return { ...mail, recipients: [mail.headers["to"] ?? ""] };
    }),
  );
  return mails.filter(({ recipients }) => recipients.includes(to));
}

/** The path of the link with this prefix in a mail. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const found = text.match(new RegExp(`https?://[^\\s]*(${path}[^\\s>]*)`));
  if (!found) throw new Error(`no link to ${path} in:\n${text}`);
  return found[1]!;
}

/** The subject as a reader sees it (encoded words of RFC 2047). */
export const subjectOf = ({ headers }: ReceivedMail): string =>
  (headers["subject"] ?? "")
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString()
        : unquote(text.replaceAll("_", " ")).toString(),
    );

function parseMail(raw: string, recipients: string[] = []): ReceivedMail {
  const whole = parsePart(raw);
  const parts = leavesOf(whole);
  const contentOf = (type: string) => {
    const part = parts.find(({ headers }) => headers["content-type"]?.startsWith(type));
    return part ? contentsOf(part).toString() : "";
  };
  const attachments = parts.flatMap((part) => {
    const { "content-disposition": disposition = "", "content-type": type = "" } = part.headers;
    const [, filename] = /^attachment;.*filename="?([^";]+)/.exec(disposition) ?? [];
    return filename ? [{ filename, type: type.split(";")[0]!, content: contentsOf(part) }] : [];
  });
  const { headers } = whole;
  return {
    recipients,
    headers,
    text: contentOf("text/plain"),
    html: contentOf("text/html"),
    attachments,
  };
}

type Part = { headers: Record<string, string>; body: string };

/** The leaf parts of a multipart message (RFC 2046). */
function leavesOf(part: Part): Part[] {
  const boundary = part.headers["content-type"]?.match(/boundary="?([^";]+)/)?.[1];
  if (!boundary) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((inner) => leavesOf(parsePart(inner)));
}

function parsePart(raw: string): Part {
  const [head = "", ...rest] = raw.replace(/^\r\n/, "").split("\r\n\r\n");
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  return { headers, body: rest.join("\r\n\r\n") };
}

/** The decoded contents of a part (RFC 2045). */
function contentsOf({ headers, body }: Part): Buffer {
  switch (headers["content-transfer-encoding"]) {
    case "base64":
      return Buffer.from(body, "base64");
    case "quoted-printable":
      return unquote(body);
    default:
      return Buffer.from(body);
  }
}

function unquote(text: string): Buffer {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
