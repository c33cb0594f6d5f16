import { data } from "react-router";
import type { Route } from "./+types/filed-mail.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { keepsMails, readFiledMail } from "#app/mail/mailer.server.ts";
import { requestContext } from "#app/platform/request-context.ts";

/**
 * GET: a mail that has left, as its reader would see it; its plain text with « ?format=texte ». Only where mails are
 * files of a demo: elsewhere nobody but whom it went to has it any more.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { config } = context.get(requestContext).services;
  const isText = new URL(request.url).searchParams.get("format") === "texte";
  const mail = keepsMails(config)
    ? await readFiledMail(config, params.key, isText ? "txt" : "html")
    : null;
  if (mail === null) throw data("Document not found", { status: 404 });
  return new Response(mail, {
    headers: {
      "content-type": `text/${isText ? "plain" : "html"}; charset=utf-8`,
      "cache-control": "private, no-store",
      // A document of its own, that runs nothing and fetches nothing: the styles of a mail are all in it.
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'",
    },
  });
}
