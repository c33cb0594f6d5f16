-- An author's new name or photo is told by a topic of its own, with all the products that they commented: only those pages
-- show it. As a change of the products themselves it also dropped every list from the page caches, and reloaded each open
-- page. The former version doesn't know the topic: its product pages show the former name until they are stale.
CREATE OR REPLACE FUNCTION notify_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A notification has 8,000 bytes at most, an id 26 characters.
  PERFORM pg_notify('live', json_build_object('topic', 'comments', 'ids', json_agg(product_id))::text)
    FROM (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 200 AS part
      FROM (SELECT DISTINCT product_id FROM comments WHERE author_id = NEW.user_id) AS commented) AS parts
    GROUP BY part;
  RETURN NULL;
END $$;
