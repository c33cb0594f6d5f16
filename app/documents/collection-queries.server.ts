import { sql, type SQL } from "drizzle-orm";
import { orders } from "./order-documents.server.ts";
import { address, blank, joinExtra, ms } from "./query-parts.ts";

/**
 * Each export file has one query: the collections of specification §3, and the shop's own `history` (the audit trail).
 * Each row has `document` (the fields in the order of §3, then `eclat` with the shop's own data) and `extra` (fields
 * without a column, from an earlier import). Rows are sorted by key, so that the same data gives the same bytes.
 *
 * An order imported from another shop has a new id (`orderIdFor`); the export restores the former one. A message about an
 * order has the order's id, so that id is restored too.
 */

/** SQL: a product's price in cents; during a planned price, the price that its end restores (decision 80). */
const lastingCents = sql`coalesce((SELECT before_cents FROM planned_prices WHERE product_id = p.id AND outcome IS NULL
  AND sale_cents = p.price_cents), p.price_cents)`;

/**
 * SQL of a product document. A favorites document repeats its product's fields, with the customer's uid and its own `eclat`.
 */
const product = (uid: SQL, eclat: SQL) => sql`json_build_object(
  'id', p.id,
  'uid', ${uid},
  'name', p.name,
  'price', ((${lastingCents}) / 100)::text,
  'composition', p.composition,
  'category', p.category,
  'description', p.description,
  'spcifications', (SELECT coalesce(json_agg(json_build_object('value', pair->>'value', 'name', pair->>'name') ORDER BY position), '[]')
    FROM jsonb_array_elements(p.specifications) WITH ORDINALITY AS list (pair, position)),
  'createdAt', ${ms("p.created_at")},
  'updatedAt', CASE WHEN p.updated_at IS NULL THEN to_json(''::text) ELSE to_json(${ms("p.updated_at")}) END,
  'galleries', (SELECT coalesce(json_agg(${address("path")} ORDER BY position), '[]') FROM product_pictures WHERE product_id = p.id),
  'comments', (SELECT coalesce(json_agg(json_build_object(
      'rate', c.rate,
      'text', c.text,
      'uid', coalesce(c.author_id, former.fields->>'uid', ''),
      'profil', coalesce('files/' || author.photo, former.fields->>'profil', ''),
      'name', coalesce(author.name, former.fields->>'name', ''),
      'createdAt', ${ms("c.created_at")}) ORDER BY ${ms("c.created_at")}, c.id COLLATE "C"), '[]')
    FROM comments AS c LEFT JOIN profiles AS author ON author.user_id = c.author_id
    LEFT JOIN imported_fields AS former ON former.collection = 'comments' AND former.document_id = c.id
    WHERE c.product_id = p.id AND c.hidden_at IS NULL),
  'rating', p.rating,
  'sellingTypes', p.selling_type,
  'favori', (SELECT coalesce(json_agg(customer_id ORDER BY customer_id COLLATE "C"), '[]') FROM favourites WHERE product_id = p.id),
  'eclat', ${eclat})`;

const auth = sql`
  SELECT json_build_object(
    'uid', u.id,
    'displayName', u.name,
    'email', u.email,
    'eclat', json_build_object(
      'emailVerified', u.email_verified,
      'createdAt', ${ms("u.created_at")},
      'updatedAt', ${ms("u.updated_at")},
      'image', u.image)) AS document, extra.fields AS extra
  FROM users AS u ${joinExtra("auth", "u.id")}
  ORDER BY u.id COLLATE "C"`;

const users = sql`
  SELECT json_build_object(
    'uid', p.user_id,
    'name', p.name,
    'dateDeNaissance', coalesce(to_char(p.date_of_birth, 'YYYY-MM-DD'), ''),
    'phone', p.phone,
    'email', p.email,
    'photo', ${address("p.photo")},
    'isAdmin', p.is_admin,
    'eclat', json_build_object('storageId', p.storage_id)) AS document, extra.fields AS extra
  FROM profiles AS p ${joinExtra("users", "p.user_id")}
  ORDER BY p.user_id COLLATE "C"`;

/** The facts of a product as JSON without the unknown ones; NULL when it has none. */
const facts = sql`nullif(json_strip_nulls(json_build_object(
  'productType', p.product_type,
  'netQuantity', CASE WHEN p.net_quantity IS NOT NULL
    THEN json_build_object('value', trim_scale(p.net_quantity), 'unit', p.net_unit) END,
  'paoMonths', p.pao_months,
  'durabilityDate', p.durability_date,
  'precautions', p.precautions,
  'responsiblePerson', p.responsible_person,
  'origin', p.origin,
  'reference', p.reference,
  'ean', p.ean,
  'sorting', p.sorting,
  'weightGrams', p.weight_grams))::text, '{}')::json`;

/** The family of a product and its place there; NULL without one. Each product of the family repeats it. */
const family = sql`(SELECT json_build_object(
    'id', family.id,
    'name', family.name,
    'kind', family.kind,
    'version', family.version,
    'position', member.position,
    'label', member.label,
    'colour', member.colour)
  FROM family_members AS member JOIN families AS family ON family.id = member.family_id WHERE member.product_id = p.id)`;

const experience = sql`'experiencedOn', c.experienced_on, 'receivedOn', c.received_on, 'wasBought', CASE WHEN c.was_bought THEN true END`;

/**
 * The shop's own data of a product: its version, the ids and times of its comments and, only when there are such, its facts,
 * its family, dates of experience and kept purchases (`reviews`), and hidden comments, which the list of §3 must not publish again.
 */
const productEclat = sql`json_strip_nulls(json_build_object('version', p.version, 'comments',
      (SELECT coalesce(json_agg(c.id ORDER BY ${ms("c.created_at")}, c.id COLLATE "C"), '[]') FROM comments AS c
        WHERE c.product_id = p.id AND c.hidden_at IS NULL),
      'changed', (SELECT coalesce(json_object_agg(c.id, ${ms("c.changed_at")}), '{}') FROM comments AS c
        WHERE c.product_id = p.id AND c.changed_at IS NOT NULL AND c.hidden_at IS NULL),
      'facts', ${facts},
      'family', ${family},
      'reviews', (SELECT json_object_agg(c.id, json_build_object(${experience}) ORDER BY c.id COLLATE "C") FROM comments AS c
        WHERE c.product_id = p.id AND c.hidden_at IS NULL AND (c.experienced_on IS NOT NULL OR c.was_bought)),
      'hidden', (SELECT json_agg(json_build_object(
          'id', c.id,
          'rate', c.rate,
          'text', c.text,
          'uid', coalesce(c.author_id, former.fields->>'uid', ''),
          'profil', coalesce('files/' || author.photo, former.fields->>'profil', ''),
          'name', coalesce(author.name, former.fields->>'name', ''),
          'createdAt', ${ms("c.created_at")},
          'changedAt', ${ms("c.changed_at")},
          ${experience},
          'hiddenAt', ${ms("c.hidden_at")},
          'reason', c.hidden_reason) ORDER BY c.id COLLATE "C")
        FROM comments AS c LEFT JOIN profiles AS author ON author.user_id = c.author_id
        LEFT JOIN imported_fields AS former ON former.collection = 'comments' AND former.document_id = c.id
        WHERE c.product_id = p.id AND c.hidden_at IS NOT NULL)))`;

const products = sql`
  SELECT ${product(blank("p.creator_id"), productEclat)} AS document, extra.fields AS extra
  FROM products AS p ${joinExtra("products", "p.id")}
  ORDER BY p.id COLLATE "C"`;

const favorites = sql`
  SELECT ${product(sql`f.customer_id`, sql`json_build_object('createdAt', ${ms("f.created_at")})`)} AS document,
    extra.fields AS extra
  FROM favourites AS f JOIN products AS p ON p.id = f.product_id
    ${joinExtra("favorites", "(f.product_id || ' ' || f.customer_id)")}
  ORDER BY f.product_id COLLATE "C", f.customer_id COLLATE "C"`;

const messages = sql`
  SELECT json_build_object(
    'id', coalesce(former.fields->>'id', m.id),
    'title', m.title,
    'message', m.message,
    'isRead', m.is_read,
    'email', m.email,
    'campany', m.company,
    'name', m.name,
    'phoneNumber', m.phone_number,
    'eclat', json_build_object('createdAt', ${ms("m.created_at")})) AS document, extra.fields AS extra
  FROM messages AS m ${joinExtra("messages", "m.id")}
    LEFT JOIN imported_fields AS former ON former.collection = 'orders' AND former.document_id = m.id
  ORDER BY m.id COLLATE "C"`;

/** An audit event. `eclat` is an optional last field, with a leading comma. */
const act = (eclat: SQL) => sql`json_build_object(
    'id', a.id,
    'uid', ${blank("a.actor_id")},
    'name', a.actor_name,
    'act', a.act,
    'subject', json_build_object('type', a.subject_type, 'id', a.subject_id, 'name', a.subject_name),
    'changes', (SELECT coalesce(json_agg(json_build_object(
        'field', change->>'field', 'before', change->>'before', 'after', change->>'after') ORDER BY position), '[]')
      FROM jsonb_array_elements(a.changes) WITH ORDINALITY AS list (change, position)),
    'createdAt', ${ms("a.created_at")}${eclat})`;

const history = sql`
  SELECT CASE WHEN a.group_id IS NULL THEN ${act(sql``)}
    ELSE ${act(sql`, 'eclat', json_build_object('groupId', a.group_id)`)} END AS document, extra.fields AS extra
  FROM audit_events AS a ${joinExtra("history", "a.id")}
  ORDER BY a.id COLLATE "C"`;

const settings = sql`
  SELECT json_build_object('id', s.name, 'version', s.version, 'value', s.value, 'updatedAt', ${ms("s.updated_at")}) AS document,
    NULL::jsonb AS extra
  FROM settings AS s
  ORDER BY s.name COLLATE "C"`;

/** Each text of the terms once, and none unless an order refers to one: so an import of a 0.1.0 export can be exported unchanged. */
const terms = sql`
  SELECT json_build_object('id', t.hash, 'effectiveOn', t.effective_on, 'text', t.text, 'isDraft', t.is_draft) AS document, NULL::jsonb AS extra
  FROM (SELECT DISTINCT ON (hash) * FROM terms_versions ORDER BY hash, is_draft, created_at) AS t
  WHERE EXISTS (SELECT FROM orders WHERE terms_hash IS NOT NULL)
  ORDER BY t.effective_on, t.created_at`;

const reports = sql`
  SELECT json_build_object(
    'id', r.id,
    'commentId', r.comment_id,
    'productId', r.product_id,
    'productName', r.product_name,
    'reason', r.reason,
    'explanation', r.explanation,
    'name', r.name,
    'email', r.email,
    'createdAt', ${ms("r.created_at")},
    'decision', r.decision,
    'decisionReason', r.decision_reason,
    'decidedAt', ${ms("r.decided_at")}) AS document, NULL::jsonb AS extra
  FROM review_reports AS r
  ORDER BY r.id COLLATE "C"`;

/**
 * Statements of withdrawal. `orderId` is « » while no order is linked. Only closed ones have `ending`; only cancellations of late orders
 * have `lateDelivery`.
 */
const withdrawals = sql`
  SELECT json_strip_nulls(json_build_object(
    'id', w.id,
    'orderId', coalesce(former.fields->>'id', w.order_id, ''),
    'orderNumber', w.order_number,
    'name', w.name,
    'email', w.email,
    'articles', w.articles,
    'lines', (SELECT coalesce(json_agg(json_build_object('position', line->'position', 'qty', line->'quantity') ORDER BY place), '[]')
      FROM jsonb_array_elements(w.lines) WITH ORDINALITY AS list (line, place)),
    'repeat', w.repeat,
    'lateDelivery', CASE WHEN w.for_late_delivery THEN true END,
    'createdAt', ${ms("w.created_at")},
    'ending', (SELECT json_build_object('reason', e.reason, 'endedAt', ${ms("e.ended_at")})
      FROM withdrawal_endings AS e WHERE e.withdrawal_id = w.id))) AS document, extra.fields AS extra
  FROM withdrawals AS w ${joinExtra("withdrawals", "w.id")}
    LEFT JOIN imported_fields AS former ON former.collection = 'orders' AND former.document_id = w.order_id
  ORDER BY w.id COLLATE "C"`;

/**
 * The queries, keyed by file name (<key>.jsonl). The import reads the files in this order, so referenced documents exist
 * first.
 */
export const COLLECTIONS = {
  auth,
  users,
  products,
  favorites,
  orders,
  withdrawals,
  messages,
  history,
  settings,
  terms,
  reports,
};
export type CollectionName = keyof typeof COLLECTIONS;
