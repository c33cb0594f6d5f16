-- Trigger: refuses to send, or to take back, more pieces of a line than were bought. The writer of these rows has locked the
-- order.
CREATE FUNCTION check_line_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
  SELECT bought, sent, back + awaited AS returned INTO line FROM order_pieces(NEW.order_id) AS counted WHERE counted.position = NEW.position;
  IF line.bought < line.sent THEN
    RAISE EXCEPTION 'line % of order % is sent more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'parcel_lines_bought';
  END IF;
  IF line.bought < line.returned THEN
    RAISE EXCEPTION 'line % of order % comes back more often than bought', NEW.position, NEW.order_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'return_lines_bought';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER limits AFTER INSERT OR UPDATE ON parcel_lines FOR EACH ROW EXECUTE FUNCTION check_line_limits();
CREATE TRIGGER limits AFTER INSERT OR UPDATE ON return_lines FOR EACH ROW EXECUTE FUNCTION check_line_limits();
