import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Config } from "#app/platform/config.server.ts";

/** A file that goes with a mail; its type is told by the end of its name. */
export type Attachment = { filename: string; content: Buffer };
/** A mail ready to leave. `key` makes its Message-ID and, without SMTP_URL, its file's name. */
export type Letter = {
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: Attachment[];
};

/** A mail did not leave; `facts` are the connection's own codes, without a word of whom it was for. */
export class SendError extends Error {
  readonly facts: string;
  constructor(facts: string) {
    super(`the mail server refused or failed: ${facts}`);
    this.facts = facts;
  }
}

/** The way out: SMTP with SMTP_URL, otherwise files that nobody but this machine's owner reads. */
export type Mailer = {
  /** @throws SendError when the mail did not leave. */
  send(letter: Letter): Promise<void>;
};

/** Where mails are written without SMTP_URL. */
export function mailFolder(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "mail");
}

export function createMailer(config: Config): Mailer {
  const host = new URL(config.baseUrl).hostname;
  const messageOf = ({ key, to, subject, html, text, attachments }: Letter): SendMailOptions => ({
    messageId: `<${key}@${host}>`,
    from: config.mailFrom,
    replyTo: config.shop.email,
    to: { name: "", address: to },
    subject,
    html,
    text,
    attachments,
    // Made by a machine: no out-of-office answer comes back (RFC 3834).
    headers: { "auto-submitted": "auto-generated", "content-language": "fr" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return config.smtpUrl ? smtpMailer(config.smtpUrl, messageOf) : fileMailer(config, messageOf);
}

function smtpMailer(url: string, messageOf: (letter: Letter) => SendMailOptions): Mailer {
  const isOnThisMachine = /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
  const transport = createTransport({
    url,
    // A password and customers' mails never cross a network in clear; ?requireTLS=false in the URL lets them.
    requireTLS: !isOnThisMachine,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(letter) {
      await transport.sendMail(messageOf(letter)).catch((error: Record<string, unknown>) => {
        // The server's own words often quote the address.
        const { code, command, responseCode } = error;
        throw new SendError([code, command, responseCode].filter(Boolean).join(" "));
      });
    },
  };
}

/** One file a mail, for any mail program, and its two texts for `readFiledMail`. A second sending writes over the first. */
function fileMailer(config: Config, messageOf: (letter: Letter) => SendMailOptions): Mailer {
  const folder = mailFolder(config);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(messageOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { html, text } = letter;
      for (const [ending, content] of Object.entries({ html, txt: text, eml: message as Buffer })) {
        const file = join(folder, `${letter.key}.${ending}`);
        await writeFile(`${file}.new`, content, { mode: 0o600 });
        await rename(`${file}.new`, file);
      }
    },
  };
}

/** Whether what was sent may be read again here: a demo's mails are files, and nobody's letters. */
export function keepsMails(config: Pick<Config, "smtpUrl" | "demo">): boolean {
  return config.demo && !config.smtpUrl;
}

/** A mail that was written to a file, as HTML or plain text; null when there is none of this key. */
export async function readFiledMail(
  config: Pick<Config, "dataDir">,
  key: string,
  ending: "html" | "txt",
): Promise<string | null> {
  if (!/^[A-Za-z0-9-]{1,120}$/.test(key)) return null;
  try {
    return await readFile(join(mailFolder(config), `${key}.${ending}`), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
