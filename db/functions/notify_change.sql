-- Trigger: notifies all nodes of changed rows, for their page caches and open pages: one notification for each row, or one for
-- the whole topic above 50 rows. PostgreSQL sends them at the commit, whoever wrote. Arguments: topic, key column, owner column
-- ('' if rows have no single owner). Expects a transition table named « changed ».
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM changed LIMIT 51) AS few) > 50 THEN
    PERFORM pg_notify('live', json_build_object('topic', TG_ARGV[0])::text);
  ELSE
    PERFORM pg_notify('live', json_build_object(
      'topic', TG_ARGV[0], 'id', to_jsonb(c)->>TG_ARGV[1], 'owner', to_jsonb(c)->>TG_ARGV[2])::text)
    FROM changed AS c;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER live_insert AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('audit', 'id', '');

CREATE TRIGGER live_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');

CREATE TRIGGER live_insert AFTER INSERT ON effect_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON effect_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON effect_reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('effect', 'id', '');

-- The page of each product shows the others of its family: a save writes all of its rows, so that all pages are dropped.
CREATE TRIGGER live_insert AFTER INSERT ON family_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON family_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_delete AFTER DELETE ON family_members REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');

CREATE TRIGGER live_insert AFTER INSERT ON favourites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');
CREATE TRIGGER live_update AFTER UPDATE ON favourites REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');
CREATE TRIGGER live_delete AFTER DELETE ON favourites REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('favourite', 'product_id', 'customer_id');

CREATE TRIGGER live_insert AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');
CREATE TRIGGER live_update AFTER UPDATE ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('mail', 'key', '');

CREATE TRIGGER live_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('message', 'id', '');

CREATE TRIGGER live_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');
CREATE TRIGGER live_update AFTER UPDATE ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');
CREATE TRIGGER live_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('order', 'id', 'customer_id');

CREATE TRIGGER live_update AFTER UPDATE ON product_imports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('import', 'id', '');

CREATE TRIGGER live_insert AFTER INSERT ON product_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_update AFTER UPDATE ON product_pictures REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');
CREATE TRIGGER live_delete AFTER DELETE ON product_pictures REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'product_id', '');

CREATE TRIGGER live_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('product', 'id', '');
-- The page cache also drops product pages of the same category, which show a new or changed product among similar ones.
-- Browsers do not receive this topic.
CREATE TRIGGER live_category_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');
CREATE TRIGGER live_category_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');

CREATE TRIGGER live_insert AFTER INSERT ON profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');
CREATE TRIGGER live_update AFTER UPDATE ON profiles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');
CREATE TRIGGER live_delete AFTER DELETE ON profiles REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('profile', 'user_id', 'user_id');

CREATE TRIGGER live_insert AFTER INSERT ON recalls REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('recall', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON recalls REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('recall', 'id', '');

CREATE TRIGGER live_insert AFTER INSERT ON review_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON review_reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');
CREATE TRIGGER live_delete AFTER DELETE ON review_reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('report', 'id', '');

-- Notifies every node, which then closes the live streams of the deleted session.
CREATE TRIGGER live_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('session', 'id', 'user_id');

CREATE TRIGGER live_insert AFTER INSERT ON settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');
CREATE TRIGGER live_update AFTER UPDATE ON settings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');
CREATE TRIGGER live_delete AFTER DELETE ON settings REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'name', '');

CREATE TRIGGER live_insert AFTER INSERT ON shop_proofs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('proof', 'name', '');
CREATE TRIGGER live_update AFTER UPDATE ON shop_proofs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('proof', 'name', '');

-- Every node loads the state again with the settings.
CREATE TRIGGER live_insert AFTER INSERT ON shop_state REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');
CREATE TRIGGER live_update AFTER UPDATE ON shop_state REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');

CREATE TRIGGER live_insert AFTER INSERT ON stock_moves REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('move', 'product_id', '');

CREATE TRIGGER live_insert AFTER INSERT ON terms_versions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('settings', 'id', '');
