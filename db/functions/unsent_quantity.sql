-- Pieces of a line that are neither sent nor refunded. Only statements of version 0.5 call it.
CREATE FUNCTION unsent_quantity(wanted_order text, wanted_position smallint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT unsent FROM order_pieces(wanted_order) AS line WHERE line.position = wanted_position
$$;
