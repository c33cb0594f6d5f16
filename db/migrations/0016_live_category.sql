-- A new or changed product may have to be shown on its neighbours' pages: the page cache hears of the category, beside
-- the product itself. Browsers are never told.
CREATE TRIGGER live_category_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');
CREATE TRIGGER live_category_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change('category', 'category', '');
