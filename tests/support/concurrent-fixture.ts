import { ulid } from "ulid";
import { adminOf } from "./admin.ts";
import { invoiceFor } from "./invoice-for.ts";
import type { openShop } from "./shop.ts";

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, "sql" | "db" | "settings">;

export const PRICE_CENTS = 3_400;
export type Fixture = Awaited<ReturnType<typeof makeFixture>>;

/**
 * Rows that as many verbs as possible write concurrently: an administrator who orders, comments, sells and uploads, and a
 * second account that does the same with the same products. Each call creates new rows.
 */
export async function makeFixture({ sql, db, settings }: Shop) {
  const mark = ulid().toLowerCase();
  const ids = (count: number) => Array.from({ length: count }, () => ulid()).sort();
  const [person, neighbour] = ids(2) as [string, string];
  const [ownComment, report, ownAddress] = [ulid(), ulid(), ulid()];
  const [first, second] = ids(2) as [string, string];
  const [unpaid, paid, sold, broken] = ids(4) as [string, string, string, string];
  const [late, overdue] = ids(2) as [string, string];
  const [ofPaid, ofOverdue] = ids(2) as [string, string];
  const [importId, uploadOne, uploadTwo, avatar] = ids(4) as [string, string, string, string];
  const old = "now() - interval '8 years'";
  const user = (id: string, name: string) =>
    `INSERT INTO users (id, name, email, email_verified) VALUES ('${id}', '${name}', '${name}-${mark}@exemple.fr', true);
     UPDATE profiles SET is_admin = true, photo = 'profil/essai/${id.toLowerCase()}.jpg' WHERE user_id = '${id}';
     INSERT INTO sessions (id, user_id, token, expires_at) SELECT '${id}' || n, '${id}', '${id}' || n, ${old} FROM generate_series(1, 2) AS n;
     INSERT INTO sessions (id, user_id, token, expires_at) VALUES ('${id}', '${id}', '${id}', now() + interval '1 day');
     INSERT INTO credentials (id, user_id, account_id, provider_id, password) VALUES ('${id}', '${id}', '${id}', 'credential', 'x');
     INSERT INTO verifications (id, identifier, value, expires_at) SELECT '${id}' || n, '${id}' || n, '${id}', ${old} FROM generate_series(1, 2) AS n;
     INSERT INTO email_changes (token_hash, user_id, email, is_open, asked_at) SELECT '${id}' || n, '${id}', 'autre@exemple.fr', false, ${old} FROM generate_series(1, 2) AS n;
     INSERT INTO mails (key, template, recipient, props, queued_at, tries) SELECT 'essai-' || n || '-${id}', 'welcome', '${name}-${mark}@exemple.fr', '{}', ${old}, 13 FROM generate_series(1, 2) AS n;
     INSERT INTO audit_events (id, actor_id, actor_name, act, subject_type, subject_id, subject_name, created_at)
       SELECT '${id}' || n, '${id}', '${name}', 'product-created', 'product', 'x', 'x', ${old} FROM generate_series(1, 2) AS n;`;
  const product = (id: string, name: string) =>
    `INSERT INTO products (id, creator_id, name, price_cents, category) VALUES ('${id}', '${person}', '${name}', ${PRICE_CENTS}, 'Parfums');
     INSERT INTO pictures (path, width, height) VALUES ('images/essai/${id.toLowerCase()}.jpg', 9, 9);
     INSERT INTO product_pictures (product_id, position, path) VALUES ('${id}', 0, 'images/essai/${id.toLowerCase()}.jpg');`;
  const opinion = (author: string, id: string, commentId = ulid()) =>
    `INSERT INTO comments (id, product_id, author_id, rate, text) VALUES ('${commentId}', '${id}', '${author}', 4, 'Bien.');
     INSERT INTO favourites (customer_id, product_id) VALUES ('${author}', '${id}');`;
  const order = (id: string, owner: string, method: string, state: string) =>
    `INSERT INTO orders (id, customer_id, idempotency_key, total_cents, shipping_method, payment_method, shipping_address,
       phone_number, customer_name, shipping_from, shipping_until, terms_version, is_paid, is_shipped)
     VALUES ('${id}', '${owner}', '${id}', ${PRICE_CENTS}, 'Point de relais', '${method}', 'Lyon', '0612345678', 'Anne', now(), now(), '1', ${state});
     INSERT INTO order_lines (order_id, position, product_id, name, unit_price_cents, quantity) VALUES ('${id}', 0, '${first}', 'x', ${PRICE_CENTS}, 1);
     INSERT INTO messages (id, title, message, is_read, created_at) SELECT '${id}-' || n, 'x', 'x', n = 1, ${old} FROM generate_series(1, 2) AS n;`;
  const payment = (id: string, state: string) =>
    `INSERT INTO payments (id, order_id, attempt, provider_order_id, capture_id, amount_cents, state, updated_at)
     VALUES ('${id}', '${id}', 1, '${id}', ${state === "created" ? "NULL" : `'C-${id}'`}, ${PRICE_CENTS}, '${state}', ${old});`;
  const upload = (id: string, kind: string) =>
    `INSERT INTO pictures (path, width, height) VALUES ('images/essai/${id.toLowerCase()}.jpg', 9, 9);
     INSERT INTO uploads (id, owner_id, kind, file_name, size_bytes, picture_path, created_at) VALUES ('${id}', '${person}', '${kind}', 'x', 9, 'images/essai/${id.toLowerCase()}.jpg', ${old});`;
  const online = "Paiement securisé en ligne";
  await sql.unsafe(`BEGIN;
    ${user(person, "anne")} ${user(neighbour, "basile")}
    INSERT INTO pictures (path, width, height) VALUES ('profil/essai/${person.toLowerCase()}.jpg', 9, 9), ('profil/essai/${neighbour.toLowerCase()}.jpg', 9, 9);
    INSERT INTO addresses (id, customer_id, kind, is_default, name, street, postal_code, town, country, phone)
      VALUES ('${ownAddress}', '${person}', 'delivery', true, 'Anne', '1 rue X', '69001', 'Lyon', 'FR', '');
    ${product(first, `crème ${mark}`)} ${product(second, `baume ${mark}`)}
    ${opinion(person, second)} ${opinion(person, first, ownComment)} ${opinion(neighbour, first)} ${opinion(neighbour, second)}
    ${order(unpaid, person, online, "false, false")} ${payment(unpaid, "created")}
    ${order(paid, person, online, "true, true")} ${payment(paid, "captured")}
    ${order(sold, neighbour, "Paiement à la livraison", "false, false")}
    ${order(late, neighbour, "Paiement à la livraison", "false, false")}
    ${order(overdue, person, online, "true, false")} ${payment(overdue, "captured")}
    INSERT INTO safety_contacts (order_id, email, keep_until) SELECT id, 'ancien@exemple.fr', '2020-01-01' FROM unnest(ARRAY['${unpaid}', '${paid}']) AS id;
    INSERT INTO order_lots (order_id, position, lot, product_id, quantity) VALUES ('${overdue}', 0, 'B', '${first}', 1);
    INSERT INTO effect_reports (id, product_id, product_name, lot, description, seriousness, name, email, phone, closed_at)
      SELECT substr(md5('${mark}' || n), 1, 26), '', '${mark}', '', 'x', 'none', 'Anne', 'anne-${mark}@exemple.fr', '', CASE n WHEN 3 THEN NULL ELSE ${old} END FROM generate_series(1, 3) AS n;
    UPDATE orders SET shipping_from = '2020-01-01', shipping_until = '2020-01-05' WHERE id IN ('${late}', '${overdue}');
    UPDATE orders SET paid_at = now(), late_noticed_at = ${old}, late_until = '2020-01-12' WHERE id = '${overdue}';
    ${order(broken, neighbour, online, "false, false")} ${payment(broken, "mismatch")}
    INSERT INTO payment_breaks (id, order_id, payment_id, kind, detail) VALUES ('${broken}', '${broken}', '${broken}', 'amount', 'x');
    INSERT INTO refunds (id, order_id, payment_id, amount_cents, reason, state, detail, requested_by, updated_at)
      SELECT '${paid}' || n, '${paid}', '${paid}', 1, 'x', CASE n WHEN 3 THEN 'failed' ELSE 'done' END, 'x', '${person}', ${old} FROM generate_series(1, 3) AS n;
    INSERT INTO returns (id, order_id, created_by) VALUES ('${ofPaid}', '${paid}', '${person}'), ('${ofOverdue}', '${overdue}', '${person}');
    INSERT INTO return_lines (return_id, order_id, position, expected) VALUES ('${ofPaid}', '${paid}', 0, 1), ('${ofOverdue}', '${overdue}', 0, 1);
    UPDATE orders SET refunded_cents = 2, paid_at = now(), shipped_at = now() WHERE id = '${paid}';
    INSERT INTO review_reports (id, comment_id, product_id, product_name, reason, explanation, name, email, decision, decision_reason, decided_at)
      SELECT '${report}' || n, '${ownComment}', '${first}', 'x', 'fake', 'x', 'Basile', 'basile-${mark}@exemple.fr', 'kept', 'x', ${old} FROM generate_series(1, 2) AS n;
    INSERT INTO review_reports (id, comment_id, product_id, product_name, reason, explanation, name, email)
      VALUES ('${report}', '${ownComment}', '${first}', 'x', 'fake', 'x', 'Basile', 'basile-${mark}@exemple.fr');
    ${upload(uploadOne, "product")} ${upload(uploadTwo, "product")} ${upload(avatar, "avatar")}
    INSERT INTO product_imports (id, admin_id, admin_name, file_name, encoding, separator) VALUES ('${importId}', '${person}', 'Anne', 'x.csv', 'utf-8', ';');
    INSERT INTO product_import_lines (import_id, line, outcome, product)
      SELECT '${importId}', line, outcome, jsonb_build_object('id', id, 'name', name, 'priceCents', 500, 'category', 'Parfums')
      FROM (VALUES (2, 'update', '${second}', 'lune zeste ${mark}'), (3, 'update', '${first}', 'ambre nacre ${mark}'),
        (4, 'create', NULL, 'opale iris ${mark}')) AS lines (line, outcome, id, name);
    COMMIT`);
  await db.transaction((tx) => invoiceFor(tx, overdue, settings.current().shop));
  await db.transaction((tx) => invoiceFor(tx, paid, settings.current().shop));
  const account = (userId: string, name: string) =>
    adminOf({ userId, email: `${name}-${mark}@exemple.fr` }, name);
  return {
    mark,
    person: account(person, "anne"),
    neighbour: account(neighbour, "basile"),
    products: [first, second] as const,
    orders: { unpaid, paid, sold, broken, late, overdue },
    /** Of the orders « paid » and « overdue ». */
    returns: { ofPaid, ofOverdue },
    importId,
    report,
    ownAddress,
    ownComment: { productId: first, commentId: ownComment },
    uploads: [uploadOne, uploadTwo] as const,
    avatar,
    waitingMail: `essai-1-${person}`,
  };
}
