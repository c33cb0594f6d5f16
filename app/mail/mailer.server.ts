import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Config } from "#app/platform/config.server.ts";

/** A mail attachment. The extension of `filename` determines its media type. `cid`: it is a picture in the HTML (RFC 2392). */
export type Attachment = { filename: string; content: Buffer; cid?: string };
/** A rendered mail. `key` is part of its Message-ID and, without SMTP_URL, of its file name. */
export type Mail = {
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: Attachment[];
  /** The URL that a POST request unsubscribes (RFC 8058); missing for mails that nobody can unsubscribe from. */
  unsubscribe?: string;
};

/** The error of a mail that could not be sent. `codes` are the codes of nodemailer and SMTP, without personal data. */
export class SendError extends Error {
  readonly codes: string;
  constructor(codes: string) {
    super(`the mail server refused or failed: ${codes}`);
    this.codes = codes;
  }
}

/** Sends mails: by SMTP with SMTP_URL, otherwise into files that only this machine's user can read. */
export type Mailer = {
  /** @throws SendError if the mail server refuses or does not respond. */
  send(mail: Mail): Promise<void>;
};

/** Who sends the mails, and where replies go. */
export type Sender = { from: { name: string; address: string }; replyTo?: string };

/** The folder of the mail files without SMTP_URL. */
export function mailFolder(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "mail");
}

/**
 * The mailer: by SMTP with SMTP_URL, otherwise into files.
 * @param senderOf the current sender, for a shop on that host
 */
export function createMailer(config: Config, senderOf: (host: string) => Sender): Mailer {
  const host = new URL(config.baseUrl).hostname;
  const messageOf = ({
    key,
    to,
    subject,
    html,
    text,
    attachments,
    unsubscribe,
  }: Mail): SendMailOptions => ({
    messageId: `<${key}@${host}>`,
    ...senderOf(host),
    to: { name: "", address: to },
    subject,
    html,
    text,
    attachments,
    // RFC 3834: suppresses automatic replies (out of office).
    headers: {
      "auto-submitted": "auto-generated",
      "content-language": "fr",
      ...(unsubscribe && {
        "list-unsubscribe": `<${unsubscribe}>`,
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return config.smtpUrl ? smtpMailer(config.smtpUrl, messageOf) : fileMailer(config, messageOf);
}

function smtpMailer(url: string, messageOf: (mail: Mail) => SendMailOptions): Mailer {
  const isOnThisMachine = /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
  const transport = createTransport({
    url,
    // Passwords and mails cross a network only encrypted. `?requireTLS=false` in SMTP_URL overrides this.
    requireTLS: !isOnThisMachine,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail)).catch((error: Record<string, unknown>) => {
        // Only the codes, because the server's message often contains the recipient's address.
        const { code, command, responseCode } = error;
        throw new SendError([code, command, responseCode].filter(Boolean).join(" "));
      });
    },
  };
}

/** Writes each mail to files: .eml for mail programs, .html and .txt for `readMailFile`. A resend overwrites the files. */
function fileMailer(config: Config, messageOf: (mail: Mail) => SendMailOptions): Mailer {
  const folder = mailFolder(config);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const html = withPictures(mail);
      const { text } = mail;
      for (const [ending, content] of Object.entries({ html, txt: text, eml: message as Buffer })) {
        const file = join(folder, `${mail.key}.${ending}`);
        await writeFile(`${file}.new`, content, { mode: 0o600 });
        await rename(`${file}.new`, file);
      }
    },
  };
}

/** The HTML with its pictures as data URLs, for a browser, which has no other parts of the mail. */
const withPictures = ({ html, attachments }: Mail): string =>
  attachments.reduce(
    (text, { cid, content }) =>
      cid
        ? text.replaceAll(`cid:${cid}`, `data:image/png;base64,${content.toString("base64")}`)
        : text,
    html,
  );

/** Whether administrators may read sent mails: only in a demo without SMTP, because its mails reach no real customers. */
export function areSentMailsReadable(config: Pick<Config, "smtpUrl" | "demo">): boolean {
  return config.demo && !config.smtpUrl;
}

/** The HTML or plain text of a mail that `fileMailer` wrote; null if there is none with this key. */
export async function readMailFile(
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
