-- Trigger: removes the account's address from an order that leaves its account (deletion, « Ce n'est pas ma commande »).
CREATE FUNCTION forget_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.joined_from := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_joined BEFORE UPDATE OF customer_id ON orders FOR EACH ROW
  WHEN (NEW.customer_id IS NULL) EXECUTE FUNCTION forget_joined();
