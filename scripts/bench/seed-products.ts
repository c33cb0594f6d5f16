import type { Sql } from "#app/platform/postgres.server.ts";
import { migrate } from "#db/migrate.ts";
import { databaseName, type BenchServer } from "./bench-server.ts";
import * as vocabulary from "./vocabulary.ts";

const ROWS_A_STATEMENT = 50_000;

/** Connections that fill the database at the same time: one a core. */
const CONNECTIONS = 2;

/**
 * Creates the database with `size` products and as many orders, unless it exists. The rows are always the same. Triggers are
 * disabled and their effects written in bulk; with them a million products would take an hour.
 */
export async function seedProducts(server: BenchServer, size: number): Promise<void> {
  if (await isSeeded(server, size)) return;
  const began = performance.now();
  const admin = server.open("postgres");
  await admin.sql.unsafe(`DROP DATABASE IF EXISTS ${databaseName(size)} WITH (FORCE)`);
  await admin.sql.unsafe(`CREATE DATABASE ${databaseName(size)}`);
  await admin.sql.end();
  const connections = Array.from(
    { length: CONNECTIONS },
    () => server.open(databaseName(size)).sql,
  );
  const sql = connections[0]!;
  await migrate(sql);
  for (const one of connections)
    await one.unsafe(
      `SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET synchronous_commit = off`,
    );
  await createVocabulary(sql, size);
  const indexes = await dropIndexes(sql);
  const customers = Math.max(20, Math.round(size / 10));
  await insertCustomers(sql, customers);
  const batches = Array.from({ length: Math.ceil(size / ROWS_A_STATEMENT) }, (_, index) => ({
    from: index * ROWS_A_STATEMENT + 1,
    to: Math.min(size, (index + 1) * ROWS_A_STATEMENT),
  }));
  await shared(connections, batches, async (one, { from, to }) => {
    await insertProducts(one, from, to);
    await insertOrders(one, { from, to, size, customers });
    console.log(`${size}: ${to} (${seconds(began)})`);
  });
  await sql`INSERT INTO stock_holds (order_id, position, product_id, held)
    SELECT order_id, position, product_id, quantity
    FROM orders JOIN order_lines ON order_id = orders.id JOIN stock USING (product_id)
    WHERE NOT is_shipped AND cancelled_at IS NULL AND is_counted AND on_hand > 50`;
  await sql`UPDATE stock SET held = lines.held
    FROM (SELECT product_id, sum(held) AS held FROM stock_holds GROUP BY 1) AS lines WHERE lines.product_id = stock.product_id`;
  await fillSearchWords(sql);
  await insertFamilies(sql, size);
  await sql`INSERT INTO product_counts SELECT category, selling_type, count(*) FROM products GROUP BY 1, 2`;
  await sql`INSERT INTO product_tallies SELECT length, left(name, length), category, price_cents, count(*)
    FROM products, unnest(ARRAY[0, 4, 12]) AS length GROUP BY 1, 2, 3, 4`;
  await sql`INSERT INTO favourites
    SELECT DISTINCT ON (1, 2) 'customer-' || (mark % 20), id, created_at
    FROM generate_series(1, 2000) AS mark JOIN bench.products ON n = 1 + bench.pick(mark, 61, ${size})`;
  await shared(connections, indexes, (one, index) => one.unsafe(index));
  await sql`DROP SCHEMA bench CASCADE`;
  await sql`VACUUM ANALYZE`;
  await sql`CHECKPOINT`;
  const [{ bytes } = { bytes: "" }] = await sql<
    { bytes: string }[]
  >`SELECT pg_size_pretty(pg_database_size(current_database())) AS bytes`;
  console.log(`${size}: ${bytes}, ${seconds(began)}`);
  for (const one of connections) await one.end();
}

/** Runs each piece of work once, on the next free connection. */
async function shared<Work>(
  connections: Sql[],
  work: Work[],
  perform: (sql: Sql, one: Work) => Promise<unknown>,
): Promise<void> {
  const waiting = work.values();
  await Promise.all(
    connections.map(async (sql) => {
      for (const one of waiting) await perform(sql, one);
    }),
  );
}

/** Families of six shades: one product in fifty, and at most 6,000. */
async function insertFamilies(sql: Sql, size: number): Promise<void> {
  const count = Math.min(1_000, Math.floor(size / 300));
  await sql`INSERT INTO families (id, name, kind)
    SELECT '01J' || lpad(number::text, 23, '0'), 'famille ' || number, 'teinte' FROM generate_series(0, ${count - 1}::integer) AS number`;
  await sql`INSERT INTO family_members (product_id, family_id, position, label, colour)
    SELECT id, '01J' || lpad(((n - 1) / 6)::text, 23, '0'), (n - 1) % 6, 'teinte ' || n, '#' || upper(left(md5(n::text), 6))
    FROM bench.products WHERE n <= ${6 * count}::integer`;
}

/** A completely seeded database has products, and no longer the schema `bench` of their vocabulary. */
async function isSeeded(server: BenchServer, size: number): Promise<boolean> {
  const admin = server.open("postgres");
  const found = await admin.sql`SELECT 1 FROM pg_database WHERE datname = ${databaseName(size)}`;
  await admin.sql.end();
  if (found.length === 0) return false;
  const { sql } = server.open(databaseName(size));
  const products =
    await sql`SELECT 1 FROM pg_class WHERE relname = 'products' AND to_regnamespace('bench') IS NULL`;
  await sql.end();
  return products.length > 0;
}

function seconds(began: number): string {
  return `${Math.round((performance.now() - began) / 1_000)} s`;
}

/**
 * Drops every index that isn't unique; that of a partitioned table with those of its partitions. Returns their CREATE INDEX
 * statements.
 */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT indisunique AND NOT relispartition`;
  for (const { name } of indexes) await sql.unsafe(`DROP INDEX ${name}`);
  return indexes.map(({ definition }) => definition.replace(" ON ONLY ", " ON "));
}

/** Writes the vocabulary into the schema `bench`, which is dropped at the end. */
async function createVocabulary(sql: Sql, size: number): Promise<void> {
  const { kinds, qualities, ingredients, sentences, segments, forenames, familyNames } = vocabulary;
  await sql.unsafe(`
    CREATE SCHEMA bench;
    CREATE FUNCTION bench.pick(n bigint, salt bigint, choices bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS
      $$ SELECT ((hashint8extended(n, salt) & 1152921504606846975) % choices)::integer $$;
    CREATE FUNCTION bench.ulid(kind text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
      $$ SELECT '01J' || lpad(upper(to_hex(n * 97)), 7, '0') || upper(left(md5(kind || n), 16)) $$;
    CREATE FUNCTION bench.stars(n bigint, place bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS
      $$ SELECT CASE WHEN bench.pick(n * 1000 + place, 31, 10) < 6 THEN 5 ELSE bench.pick(n * 1000 + place, 32, 6) END $$;
    CREATE UNLOGGED TABLE bench.products (n bigint, id text, name text, price_cents integer, path text, created_at timestamptz)`);
  const list = async (name: string, words: readonly string[], weight: string) => {
    await sql.unsafe(`CREATE UNLOGGED TABLE bench.${name} AS
      SELECT (place - 1)::integer AS place, word, setweight(to_tsvector('french', search_text(word)), '${weight}') AS vector
      FROM unnest($1::text[]) WITH ORDINALITY AS list (word, place)`, [[...words]]); // prettier-ignore
    await sql.unsafe(`ALTER TABLE bench.${name} ADD PRIMARY KEY (place); ANALYZE bench.${name}`);
  };
  await list("qualities", qualities, "A");
  await list("ingredients", ingredients, "A");
  const ranges = vocabulary.ranges(Math.max(20, Math.min(40_000, Math.round(size / 25))));
  await list("ranges", ranges, "A");
  await list("sentences", sentences, "C");
  await list("segments", segments, "D");
  await list("forenames", forenames, "A");
  await list("family_names", familyNames, "A");
  await sql`CREATE UNLOGGED TABLE bench.kinds AS
    SELECT (place - 1)::integer AS place, kind->>'kind' AS kind, kind->>'category' AS category,
      (kind->>'low')::integer AS low, (kind->>'high')::integer AS high,
      setweight(to_tsvector('french', search_text(kind->>'category')), 'B') AS vector
    FROM jsonb_array_elements(${JSON.stringify(kinds)}::jsonb) WITH ORDINALITY AS list (kind, place)`;
  await sql`ALTER TABLE bench.kinds ADD PRIMARY KEY (place)`;
}

async function insertCustomers(sql: Sql, customers: number): Promise<void> {
  await sql`INSERT INTO users (id, name, email)
    SELECT 'customer-' || n, f.word || ' ' || l.word, 'personne-' || n || '@exemple.fr' FROM generate_series(0, ${customers}) AS n
      JOIN bench.forenames AS f ON f.place = bench.pick(n, 51, ${vocabulary.forenames.length})
      JOIN bench.family_names AS l ON l.place = bench.pick(n, 52, ${vocabulary.familyNames.length})`;
  await sql`INSERT INTO profiles (user_id, storage_id, name, email) SELECT id, md5(id), name, email FROM users`;
}

async function insertProducts(sql: Sql, from: number, to: number): Promise<void> {
  const { kinds, qualities, ingredients, sentences, segments } = vocabulary;
  const [{ ranges } = { ranges: 0 }] = await sql<
    { ranges: number }[]
  >`SELECT count(*)::integer AS ranges FROM bench.ranges`;
  await sql.unsafe(`CREATE TEMPORARY TABLE batch AS
    SELECT n, bench.ulid('product', n) AS id, k.category, k.vector AS category_vector, k.kind,
      lower(concat_ws(' ', k.kind, q.word, i.word, CASE WHEN bench.pick(n, 5, 4) = 0 THEN 'et ' || j.word END, r.word,
        CASE bench.pick(n, 6, 8) WHEN 0 THEN '50 ml' WHEN 1 THEN '100 ml' WHEN 2 THEN 'n°' || bench.pick(n, 7, 60) WHEN 3 THEN 'spf 30' END)) AS name,
      -- Most prices are near the lowest, a few far above the highest.
      100 * (k.low + floor((k.high - k.low) * power(bench.pick(n, 8, 1000) / 1000.0, 2))
        + CASE WHEN bench.pick(n, 9, 200) = 0 THEN bench.pick(n, 10, 400) ELSE 0 END)::integer AS price_cents,
      CASE WHEN bench.pick(n, 11, 16) = 0 THEN 'en Vedette' ELSE 'Normal' END AS selling_type,
      CASE bench.pick(n, 12, 100) WHEN 0 THEN 20 + bench.pick(n, 13, 80)
        ELSE CASE WHEN bench.pick(n, 14, 10) < 5 THEN 0 WHEN bench.pick(n, 14, 10) < 9 THEN 1 + bench.pick(n, 15, 3) ELSE 4 + bench.pick(n, 15, 9) END
      END AS rating_count,
      concat_ws(' ', s1.word, s2.word, s3.word, s4.word) AS description,
      s1.vector || s2.vector || s3.vector || s4.vector AS description_vector,
      concat_ws(', ', c1.word, c2.word, c3.word, c4.word) AS composition,
      c1.vector || c2.vector || c3.vector || c4.vector AS composition_vector,
      timestamptz '2024-01-01 08:00+00' + n * interval '40 seconds' AS created_at,
      1 + bench.pick(n, 30, 3) AS pictures
    FROM generate_series(${from}::bigint, ${to}::bigint) AS n
      JOIN bench.kinds AS k ON k.place = bench.pick(n, 1, ${kinds.length})
      JOIN bench.qualities AS q ON q.place = bench.pick(n, 2, ${qualities.length})
      JOIN bench.ingredients AS i ON i.place = bench.pick(n, 3, ${ingredients.length})
      JOIN bench.ingredients AS j ON j.place = bench.pick(n, 4, ${ingredients.length})
      JOIN bench.ranges AS r ON r.place = bench.pick(n, 16, ${ranges})
      ${[1, 2, 3, 4].map((place) => `
      JOIN bench.sentences AS s${place} ON s${place}.place = bench.pick(n, 2${place}, ${sentences.length})
      JOIN bench.segments AS c${place} ON c${place}.place = bench.pick(n, 4${place}, ${segments.length})`).join("")}`); // prettier-ignore
  await sql`INSERT INTO products (id, name, price_cents, composition, description, category, selling_type, specifications,
      rating_sum, rating_count, created_at)
    SELECT id, name, price_cents, composition, description, category, selling_type,
      jsonb_build_array(jsonb_build_object('name', 'Contenance', 'value', (1 + n % 20) * 10 || ' ml'),
        jsonb_build_object('name', 'Texture', 'value', kind)),
      (SELECT coalesce(sum(bench.stars(n, place)), 0) FROM generate_series(1, rating_count) AS place), rating_count, created_at
    FROM batch ORDER BY n`;
  await sql`INSERT INTO product_search SELECT id,
      setweight(stems, 'A') || category_vector || description_vector || composition_vector
        || search_marks('=', string_to_array(text || ' ' || search_text(category), ' '))
        || search_marks('#', tsvector_to_array(stems)) || search_marks('^', ARRAY[split_part(text, ' ', 1)])
    FROM (SELECT *, to_tsvector('french', text) AS stems FROM (SELECT *, search_text(name) AS text FROM batch) AS folded) AS stemmed
    ORDER BY n`;
  await sql`INSERT INTO product_names (product_id, text) SELECT id, ' ' || fold(name) FROM batch ORDER BY n`;
  // A quarter isn't counted; of the others a thirtieth is sold out, and a twelfth low.
  await sql`INSERT INTO stock (product_id, name_text, is_counted, on_hand, alert_level, is_alerted)
    SELECT id, ' ' || fold(name), is_counted, CASE WHEN is_counted THEN pieces ELSE 0 END, 5, is_counted AND pieces <= 5
    FROM (SELECT *, n % 4 > 0 AS is_counted, CASE WHEN bench.pick(n, 80, 30) = 0 THEN 0
      WHEN bench.pick(n, 81, 12) = 0 THEN 1 + bench.pick(n, 82, 5) ELSE 6 + bench.pick(n, 83, 400) END AS pieces FROM batch) AS shelf
    ORDER BY n`;
  await sql`INSERT INTO stock_moves (product_id, number, reason, change, on_hand)
    SELECT product_id, 1, 'start', on_hand, on_hand FROM batch JOIN stock ON product_id = id WHERE is_counted ORDER BY n`;
  await sql`INSERT INTO pictures (path, width, height, has_renditions)
    SELECT 'images/banc/' || lower(id) || '-' || place || '.jpg', 1000, 1000, true
    FROM batch, generate_series(1, pictures) AS place`;
  await sql`INSERT INTO product_pictures SELECT id, place - 1, 'images/banc/' || lower(id) || '-' || place || '.jpg'
    FROM batch, generate_series(1, pictures) AS place`;
  await sql`INSERT INTO comments (id, product_id, author_id, rate, text, created_at)
    SELECT bench.ulid('comment', n * 100 + place), id, 'customer-' || bench.pick(n * 100 + place, 33, 20), bench.stars(n, place),
      'Texture agréable, parfum discret, je recommande.', created_at + place * interval '7 hours'
    FROM batch, generate_series(1, rating_count) AS place`;
  await sql`INSERT INTO bench.products SELECT n, id, name, price_cents, 'images/banc/' || lower(id) || '-1.jpg', created_at FROM batch`;
  await sql`DROP TABLE batch`;
}

type Orders = { from: number; to: number; size: number; customers: number };

/** Adds the orders `from` to `to`, with lines of the products of the same numbers. */
async function insertOrders(sql: Sql, { from, to, size, customers }: Orders): Promise<void> {
  await sql`CREATE TEMPORARY TABLE lines AS
    SELECT DISTINCT ON (o, id) o, place, p.* FROM (
      SELECT o, place, ${from}::bigint + bench.pick(o * 10 + place, 71, ${to - from + 1}) AS product
      FROM generate_series(${from}::bigint, ${to}::bigint) AS o, generate_series(0, bench.pick(o, 70, 3)) AS place) AS wanted
    JOIN bench.products AS p ON p.n = product`;
  await sql`INSERT INTO orders (id, customer_id, idempotency_key, total_cents, shipping_method, payment_method,
      shipping_address, phone_number, customer_name, shipping_from, shipping_until, terms_version, is_paid, is_shipped,
      cancelled_at, created_at)
    SELECT bench.ulid('order', o), customer.id, 'banc-' || o, total,
      CASE o % 3 WHEN 0 THEN 'Point de relais' ELSE 'Livraison à domicile' END,
      CASE o % 5 WHEN 0 THEN 'Paiement à la livraison' ELSE 'Paiement securisé en ligne' END,
      '14 rue des Lilas, 69003 Lyon', '33612345678', customer.name, placed::date, placed::date + 4, '19/02/2024',
      o % 5 <> 0 AND o % 17 <> 0, is_shipped, CASE WHEN NOT is_shipped AND o % 40 = 3 THEN placed END, placed
    FROM (SELECT o, sum(price_cents * (1 + (n % 2))) AS total, timestamptz '2024-02-01 08:00+00' + o * interval '50 seconds' AS placed,
        -- The newest orders, and a few old ones, are not delivered.
        o < ${size} - least(${size} / 4, 600) AND bench.pick(o, 73, 20000) > 0 AS is_shipped
      FROM lines GROUP BY o) AS totals
    JOIN users AS customer ON customer.id = 'customer-' || bench.pick(o, 74, ${customers}) WHERE total > 0 ORDER BY o`;
  await sql`INSERT INTO order_lines SELECT bench.ulid('order', o), place, id, name, path, price_cents, 1 + (n % 2) FROM lines`;
  await sql`INSERT INTO order_search (order_id, text)
    SELECT id, order_search_text(id) FROM (SELECT DISTINCT bench.ulid('order', o) AS id FROM lines) AS placed JOIN orders USING (id)`;
  await sql`DROP TABLE lines`;
}

/** Does the work of db/functions/learn_words.sql, for the whole vocabulary at once. */
async function fillSearchWords(sql: Sql): Promise<void> {
  await sql`
    WITH texts (text, in_name) AS (
      SELECT word, true FROM (SELECT word FROM bench.qualities UNION SELECT word FROM bench.ingredients
        UNION SELECT word FROM bench.ranges UNION SELECT kind || ' ' || category FROM bench.kinds) AS named
      UNION ALL SELECT word, false FROM (SELECT word FROM bench.sentences UNION SELECT word FROM bench.segments) AS described
    ), folded AS (
      SELECT search_text(lower(spelling COLLATE french)) AS word, lower(spelling COLLATE french) AS spelling, in_name
      FROM texts, unnest(tsvector_to_array(to_tsvector('simple', replace(text, '/', ' ')))) AS spelling
      UNION SELECT word, word, true FROM products, unnest(string_to_array(search_text(name || ' ' || category), ' ')) AS word
    ), words AS (
      SELECT DISTINCT ON (word) word, spelling, in_name, search_stem(word, in_name) AS stem FROM folded
      WHERE word ~ '^[a-z]{3,40}$' OR in_name AND word ~ '^([a-z]{1,2}|[0-9]{1,40})$' ORDER BY word, in_name DESC, spelling DESC
    )
    INSERT INTO search_words (word, spelling, stem, sound, in_name)
      SELECT word, spelling, stem, CASE stem WHEN '' THEN '' ELSE search_sound(word) END, in_name FROM words
      WHERE stem IS NOT NULL`;
}
