-- Trigger: notifies pages of the closing of a statement of withdrawal, as notify_withdrawal.
CREATE FUNCTION notify_withdrawal_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', json_build_object('topic', 'withdrawal', 'id', NEW.withdrawal_id)::text);
  PERFORM pg_notify('live', json_build_object('topic', 'order', 'id', orders.id, 'owner', orders.customer_id)::text)
    FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id WHERE withdrawals.id = NEW.withdrawal_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live AFTER INSERT ON withdrawal_endings FOR EACH ROW EXECUTE FUNCTION notify_withdrawal_ending();
