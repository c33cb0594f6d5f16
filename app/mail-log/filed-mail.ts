import { data } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { recordAccess } from "#app/audit/record-acts.server.ts";
import { areSentMailsReadable, readMailFile } from "#app/mail/mailer.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/filed-mail.ts";

/**
 * GET /admin/courriels/:key: a sent mail as HTML, or as plain text with « ?format=texte ». Only in a demo without SMTP, which
 * writes mails to files, and with an event in the history; 404 in other shops, which erase the contents of sent mails, and for an unknown
 * key.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const admin = await requireAdmin(context);
  const { config, db } = context.get(requestContext).services;
  const isText = new URL(request.url).searchParams.get("format") === "texte";
  const mail = areSentMailsReadable(config)
    ? await readMailFile(config, params.key, isText ? "txt" : "html")
    : null;
  if (mail === null) throw data("Document not found", { status: 404 });
  await recordAccess(db, admin, { act: "mail-read", id: params.key, name: params.key });
  return new Response(mail, {
    headers: {
      "content-type": `text/${isText ? "plain" : "html"}; charset=utf-8`,
      "cache-control": "private, no-store",
      // The sandbox allows no scripts and no requests, only a mail's inline styles.
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'",
    },
  });
}
