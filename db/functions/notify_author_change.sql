-- Trigger: notifies the product pages that show the changed name or photo of a comment's author. Uses a topic of its own: as a
-- change of products, it would also invalidate all cached lists and reload all open pages. A notification has at most 8,000 bytes
-- and an id 26 characters, so 200 ids are sent at once.
CREATE FUNCTION notify_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'comments', 'ids', json_agg(product_id))::text)
    FROM (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 200 AS part
      FROM (SELECT DISTINCT product_id FROM comments WHERE author_id = NEW.user_id) AS commented) AS parts
    GROUP BY part;
  RETURN NULL;
END $$;
CREATE TRIGGER live_author AFTER UPDATE OF name, photo ON profiles FOR EACH ROW
  WHEN ((OLD.name, OLD.photo) IS DISTINCT FROM (NEW.name, NEW.photo))
  EXECUTE FUNCTION notify_author_change();
