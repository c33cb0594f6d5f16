-- Pieces of a line whose refund the provider has not confirmed yet. Only the former sync_stock of version 0.5 calls it.
CREATE FUNCTION pending_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT keeping FROM order_pieces(wanted_order) AS line WHERE line.position = wanted_position), 0)
$$;
