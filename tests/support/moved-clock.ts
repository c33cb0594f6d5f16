import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

/**
 * Gives this database a clock that `moveClock` sets: the functions now() and clock_timestamp() of a schema that comes before
 * pg_catalog in the search path. Column defaults are parsed again. Applies to connections that are opened afterwards.
 */
export async function makeClockMovable(databaseUrl: string): Promise<void> {
  const before = connect(databaseUrl, { max: 1 });
  await before.sql.unsafe(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock AS SELECT interval '0' AS by;
    CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + by FROM moved.clock';
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM moved.clock';
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = moved, pg_catalog, public', current_database());
    END $$`);
  await before.sql.end();
  const after = connect(databaseUrl, { max: 1 });
  await after.sql.unsafe(`DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT adrelid::regclass AS relation, attname AS name, pg_get_expr(adbin, adrelid) AS expression
      FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE pg_get_expr(adbin, adrelid) IN ('pg_catalog.now()', 'pg_catalog.clock_timestamp()')
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT %s', found.relation, found.name, replace(found.expression, 'pg_catalog.', ''));
    END LOOP;
  END $$`);
  await after.sql.end();
}

/** Sets the database's clock to this moment in Paris, « 2027-11-01 18:00 », from where it runs on. */
export async function moveClock(sql: Sql, moment: string): Promise<void> {
  await sql`UPDATE moved.clock SET by = (${moment}::timestamp AT TIME ZONE 'Europe/Paris') - pg_catalog.now()`;
}
