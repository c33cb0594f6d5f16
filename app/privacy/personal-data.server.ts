import { sql, type SQL } from "drizzle-orm";
import type { Viewer } from "#app/accounts/session.server.ts";
import { isAboutAccount } from "#app/mail/forget-mails.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import { aboutOrdersOf, writtenFrom } from "#app/messages/forget-sender.server.ts";
import { reportedFrom } from "#app/moderation/forget-reports.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { effectsFrom } from "#app/safety/effects.server.ts";

const BATCH_SIZE = 100;

/** One list of the file, read with keyset pagination: selects `key` and `item` of the rows whose key is above `after`. */
type List = (viewer: Viewer, after: string) => SQL;

const euros = (column: string) => sql.raw(`(${column} / 100.0)::numeric(12, 2)`);

const lists: Record<string, List> = {
  sessions: ({ id }, after) => sql`
    SELECT id AS key, json_build_object(
      'ouverteLe', created_at, 'expireLe', expires_at, 'adresseIp', ip_address, 'navigateur', user_agent) AS item
    FROM sessions WHERE user_id = ${id} AND id > ${after}`,
  commandes: ({ id }, after) => sql`
    SELECT o.id AS key, json_build_object(
      'id', o.id, 'numero', upper(substr(o.id, 11)), 'passeeLe', o.created_at,
      'articles', (SELECT json_agg(json_build_object('produit', l.product_id, 'nom', l.name, 'quantite', l.quantity,
          'prixEuros', ${euros("l.unit_price_cents")}, 'lots', (SELECT coalesce(json_agg(json_build_object('lot', lot,
            'durabilite', best_before, 'quantite', quantity) ORDER BY lot), '[]')
            FROM order_lots AS packed WHERE packed.order_id = l.order_id AND packed.position = l.position)) ORDER BY l.position) FROM order_lines AS l WHERE l.order_id = o.id),
      'totalEuros', ${euros("o.total_cents")}, 'rembourseEuros', ${euros("o.refunded_cents")},
      'nom', o.customer_name, 'telephone', o.phone_number, 'adresse', o.shipping_address, 'pointDeRelais', o.relay_point, 'facturation', nullif(concat_ws(E'\\n', o.billing_company, o.billing_name, o.billing_address, o.billing_siren, o.billing_vat_number), ''),
      'livraison', coalesce(o.delivery_name, o.shipping_method), 'livraisonDu', o.shipping_from, 'livraisonAu', o.shipping_until, 'livreeLe', o.shipped_at, 'retireeLe', o.picked_up_on, 'retraitIndiquePar', o.picked_up_source,
      'paiement', o.payment_method, 'payeeLe', o.paid_at, 'emailDuPayeur', o.payer_email,
      'colis', (SELECT coalesce(json_agg(json_build_object('transporteur', c.carrier, 'suivi', c.tracking_number, 'remisLe', c.handed_over_at, 'retireLe', c.picked_up_on,
          'articles', (SELECT coalesce(json_agg(json_build_object('nom', l.name, 'quantite', s.quantity) ORDER BY s.position), '[]')
            FROM parcel_lines AS s JOIN order_lines AS l USING (order_id, position) WHERE s.parcel_id = c.id)) ORDER BY c.handed_over_at, c.id), '[]')
          FROM parcels AS c WHERE c.order_id = o.id),
      'etiquettes', (SELECT coalesce(json_agg(json_build_object('demandeeLe', t.created_at, 'etat', t.state, 'suivi', t.tracking_number) ORDER BY t.id), '[]')
          FROM shipping_labels AS t WHERE t.order_id = o.id),
      'annuleeLe', o.cancelled_at, 'motifAnnulation', o.cancel_reason, 'retardSignaleLe', o.late_noticed_at, 'livrerAvantLe', o.late_until, 'conditionsDeVente', o.terms_version, 'echantillonsDemandes', o.samples IS NOT NULL,
      'paiements', (SELECT coalesce(json_agg(json_build_object('le', y.created_at, 'montantEuros', ${euros("y.amount_cents")},
          'etat', y.state, 'reference', y.capture_id) ORDER BY y.attempt), '[]') FROM payments AS y WHERE y.order_id = o.id),
      'remboursements', (SELECT coalesce(json_agg(json_build_object('le', r.created_at, 'montantEuros', ${euros("r.amount_cents")},
          'motif', r.reason, 'etat', r.state) ORDER BY r.id), '[]') FROM refunds AS r WHERE r.order_id = o.id),
      'retours', (SELECT coalesce(json_agg(json_build_object('attenduLe', b.created_at, 'recuLe', b.received_at, 'closLe', b.closed_at,
          'raisonDeCloture', b.close_reason, 'articles', (SELECT json_agg(json_build_object('nom', l.name, 'attendus', r.expected,
            'revenus', r.shelved + r.damaged) ORDER BY r.position)
            FROM return_lines AS r JOIN order_lines AS l USING (order_id, position) WHERE r.return_id = b.id)) ORDER BY b.id), '[]')
          FROM returns AS b WHERE b.order_id = o.id),
      'rappels', (SELECT coalesce(json_agg(json_build_object('rappel', recall_id, 'le', added_at) ORDER BY recall_id), '[]')
          FROM recall_orders WHERE order_id = o.id),
      'factures', (SELECT coalesce(json_agg(json_build_object('numero', i.number, 'emiseLe', i.issued_at, 'contenu', i.snapshot)
          ORDER BY i.issued_at), '[]') FROM invoices AS i WHERE i.order_id = o.id)) AS item
    FROM orders AS o WHERE o.customer_id = ${id} AND o.id > ${after}`,
  retractations: ({ id }, after) => sql`
    SELECT w.id AS key, json_build_object('le', w.created_at, 'numero', w.order_number, 'nom', w.name, 'email', w.email,
      'articles', w.articles, 'pourRetardDeLivraison', w.for_late_delivery, 'closeLe', e.ended_at, 'raisonDeCloture', e.reason) AS item
    FROM withdrawals AS w JOIN users ON users.id = ${id} LEFT JOIN orders AS o ON o.id = w.order_id
      LEFT JOIN withdrawal_endings AS e ON e.withdrawal_id = w.id
    WHERE (o.customer_id = ${id} OR (users.email_verified AND lower(w.email) = users.email)) AND w.id > ${after}`,
  avis: ({ id }, after) => sql`
    SELECT c.id AS key, json_build_object(
      'produit', p.name, 'note', c.rate, 'texte', c.text, 'publieLe', c.created_at, 'essayeLe', c.experienced_on,
      'modifieLe', c.changed_at, 'masqueLe', c.hidden_at, 'raisonsDuMasquage', c.hidden_reason) AS item
    FROM comments AS c JOIN products AS p ON p.id = c.product_id WHERE c.author_id = ${id} AND c.id > ${after}`,
  avisSupprimes: ({ id }, after) => sql`
    SELECT comment_id AS key, json_build_object('produit', product_id, 'publieLe', published_at, 'supprimeLe', kept_from,
      'nom', name, 'email', email, 'telephone', phone, 'dateDeNaissance', date_of_birth) AS item
    FROM review_authors WHERE account_id = ${id} AND comment_id > ${after}`,
  signalements: ({ id }, after) => sql`
    SELECT review_reports.id AS key, json_build_object(
      'produit', product_name, 'motif', reason, 'explication', explanation, 'nom', review_reports.name,
      'email', review_reports.email, 'le', review_reports.created_at, 'decision', decision, 'raisons', decision_reason,
      'decideLe', decided_at) AS item
    FROM review_reports JOIN users ON users.id = ${id}
    WHERE users.email_verified AND ${reportedFrom(sql`users.email`)} AND review_reports.id > ${after}`,
  effetsIndesirables: ({ id }, after) => sql`
    SELECT effect_reports.id AS key, json_build_object(
      'produit', product_name, 'lot', lot, 'recit', description, 'survenuLe', occurred_on, 'consequence', seriousness,
      'nom', effect_reports.name, 'email', effect_reports.email, 'telephone', phone, 'le', effect_reports.created_at,
      'declareLe', declared_on, 'closLe', closed_at) AS item
    FROM effect_reports JOIN users ON users.id = ${id}
    WHERE users.email_verified AND ${effectsFrom(sql`users.email`)} AND effect_reports.id > ${after}`,
  adresses: ({ id }, after) => sql`
    SELECT a.id AS key, json_build_object('usage', a.kind, 'parDefaut', a.is_default, 'nom', a.name, 'rue', a.street,
      'codePostal', a.postal_code, 'ville', a.town, 'pays', a.country, 'telephone', a.phone,
      'societe', a.company, 'siren', a.siren, 'numeroDeTva', a.vat_number, 'le', a.created_at) AS item
    FROM addresses AS a WHERE a.customer_id = ${id} AND a.id > ${after}`,
  favoris: ({ id }, after) => sql`
    SELECT f.product_id AS key, json_build_object('produit', p.name, 'ajouteLe', f.created_at) AS item
    FROM favourites AS f JOIN products AS p ON p.id = f.product_id
    WHERE f.customer_id = ${id} AND f.product_id > ${after}`,
  attentes: ({ id }, after) => sql`
    SELECT w.id AS key, json_build_object('produit', p.name, 'email', w.email, 'demandeeLe', w.created_at,
      'confirmeeLe', w.confirmed_at, 'prevenueLe', w.told_at) AS item
    FROM stock_waiters AS w JOIN products AS p ON p.id = w.product_id JOIN users ON users.id = ${id}
    WHERE users.email_verified AND w.email = lower(users.email) AND w.id > ${after}`,
  messages: ({ id }, after) => sql`
    SELECT messages.id AS key, json_build_object(
      'titre', title, 'message', message, 'nom', messages.name, 'email', messages.email, 'societe', company,
      'telephone', phone_number, 'le', messages.created_at) AS item
    FROM messages JOIN users ON users.id = ${id}
    WHERE (${aboutOrdersOf({ customerId: id })} OR (users.email_verified AND ${writtenFrom(sql`users.email`)})) AND messages.id > ${after}`,
  courriels: ({ id }, after) => sql`
    SELECT key, json_build_object('sujet', template, 'demandeLe', queued_at, 'envoyeLe', sent_at) AS item
    FROM mails JOIN users ON users.id = ${id}
    WHERE key > ${after} AND ((recipient = users.email
        AND (users.email_verified OR ${isAboutAccount(id)}))
      OR key = ${`welcome-${id.toLowerCase()}`}
      OR (key LIKE 'order-%' AND EXISTS (SELECT FROM orders WHERE customer_id = ${id} AND lower(id) = substr(key, 7, 26))))`,
  actes: ({ id }, after) => sql`
    SELECT id AS key, json_build_object('acte', act, 'objet', subject_name, 'changements', changes, 'le', created_at) AS item
    FROM audit_events WHERE actor_id = ${id} AND id > ${after}`,
};

/**
 * All personal data of the viewer (GDPR, articles 15 and 20), as chunks of one JSON text. Contact messages are included
 * only for a confirmed address, because anybody can sign up with another person's address.
 */
export async function* personalData(
  { db, storage }: { db: Database; storage: Storage },
  viewer: Viewer,
): AsyncGenerator<string, void, undefined> {
  const { rows } = await db.execute<{ profile: Record<string, unknown>; photo: string | null }>(sql`
    SELECT photo, json_build_object(
      'nom', p.name, 'dateDeNaissance', p.date_of_birth, 'telephone', p.phone, 'email', p.email,
      'adresseDeConnexion', u.email, 'adresseConfirmee', u.email_verified,
      'adressesDemandees', (SELECT coalesce(json_agg(json_build_object('email', e.email, 'le', e.asked_at)), '[]')
        FROM email_changes AS e WHERE e.user_id = u.id),
      'anciennesAdresses', (SELECT coalesce(json_agg(json_build_object('email', f.email, 'le', f.changed_at)), '[]')
        FROM former_addresses AS f WHERE f.user_id = u.id),
      'administration', p.is_admin, 'compteCreeLe', u.created_at,
      'derniereConnexionLe', (SELECT last_used_at FROM account_uses WHERE user_id = u.id),
      'motDePasseChoisiLe', (SELECT max(updated_at) FROM credentials WHERE user_id = u.id),
      'rappelsRefusesLe', (SELECT refused_at FROM reminder_refusals
        WHERE u.email_verified AND address_hash = encode(sha256(convert_to(lower(u.email), 'UTF8')), 'hex')),
      'envoisDImages', (SELECT coalesce(json_agg(json_build_object('fichier', file_name, 'le', created_at)), '[]')
        FROM uploads WHERE owner_id = u.id)) AS profile
    FROM users AS u JOIN profiles AS p ON p.user_id = u.id WHERE u.id = ${viewer.id}`);
  const { profile, photo } = rows[0] ?? { profile: null, photo: null };
  yield `{\n"profil": ${JSON.stringify(profile, null, 1)}`;
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    yield* itemsOf(db, viewer, list);
    yield "\n]";
  }
  yield `,\n"photo": ${JSON.stringify(photo && (await dataUrl(storage, photo)))}\n}\n`;
}

async function* itemsOf(db: Database, viewer: Viewer, list: List): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const { rows } = await db.execute<{ key: string; item: unknown }>(
      sql`${list(viewer, after)} ORDER BY key LIMIT ${BATCH_SIZE}`,
    );
    for (const { key, item } of rows) {
      yield `${after === "" ? "" : ","}\n${JSON.stringify(item, null, 1)}`;
      after = key;
    }
    if (rows.length < BATCH_SIZE) return;
  }
}

/** The picture as a data URL (RFC 2397); null when its file is missing. */
async function dataUrl(storage: Storage, path: string): Promise<string | null> {
  const content = await storage.read(path).catch(() => null);
  if (!content) return null;
  const type = path.slice(path.lastIndexOf(".") + 1).replace("jpg", "jpeg");
  return `data:image/${type};base64,${Buffer.from(content).toString("base64")}`;
}
