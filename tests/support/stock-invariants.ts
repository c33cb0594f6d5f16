/** Invariants of stock, parcels and returns by name: each query returns the rows that violate it (as in money-invariants.ts). */
export const STOCK_INVARIANTS: Record<string, string> = {
  "I14 the held pieces of a product are the sum of what its order lines hold": `
    SELECT product_id FROM stock LEFT JOIN (SELECT product_id, sum(held) AS held FROM stock_holds GROUP BY 1) AS lines USING (product_id)
    WHERE stock.held <> coalesce(lines.held, 0)`,
  "I15 the pieces on the shelf are the sum of the moves, and each move states its result": `
    SELECT product_id FROM stock LEFT JOIN (SELECT product_id, sum(change) AS pieces FROM stock_moves GROUP BY 1) AS moves USING (product_id)
      WHERE stock.on_hand <> coalesce(moves.pieces, 0)
    UNION ALL SELECT product_id FROM (SELECT product_id, number, on_hand,
        sum(change) OVER (PARTITION BY product_id ORDER BY number) AS pieces, row_number() OVER (PARTITION BY product_id ORDER BY number) AS place
      FROM stock_moves) AS moves WHERE on_hand <> pieces OR number <> place`,
  "I16 every counted piece of an open order that is sure to be sent is held, gone or missing": `
    SELECT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN stock s ON s.product_id = l.product_id AND s.is_counted
      LEFT JOIN stock_holds h ON h.order_id = l.order_id AND h.position = l.position
    WHERE o.cancelled_at IS NULL AND NOT o.is_shipped AND (o.is_paid OR (o.payment_method = 'Paiement à la livraison' AND o.hold_ended_at IS NULL))
      AND coalesce(h.held + h.missing, 0) <> CASE WHEN o.refunded_cents < o.total_cents THEN unsent_quantity(l.order_id, l.position) ELSE 0 END`,
  "I16b a cancelled, delivered or expired order holds and lacks nothing": `
    SELECT o.id FROM orders o JOIN stock_holds h ON h.order_id = o.id
    WHERE (h.held > 0 OR h.missing > 0) AND (o.cancelled_at IS NOT NULL OR o.is_shipped
      OR (o.hold_ended_at IS NOT NULL AND NOT o.is_paid))`,
  "I16f a cash order whose address is to be confirmed holds nothing": `
    SELECT id FROM orders WHERE to_confirm_until IS NOT NULL AND hold_ended_at IS NULL`,
  "I16c no order lacks a piece that is available": `
    SELECT product_id FROM stock s WHERE is_counted AND on_hand > held
      AND EXISTS (SELECT FROM stock_holds h WHERE h.product_id = s.product_id AND h.missing > 0)`,
  "I16d no more pieces of a line are sent, and none more come back, than were bought": `
    SELECT order_id FROM order_lines l WHERE quantity < (SELECT sum(quantity) FROM parcel_lines p WHERE p.order_id = l.order_id AND p.position = l.position)
      OR quantity < (SELECT sum(shelved + damaged) FROM return_lines r WHERE r.order_id = l.order_id AND r.position = l.position)`,
  "I16e pieces that came back to the shelf are the moves of returns": `
    SELECT l.product_id FROM (SELECT order_id, product_id, sum(shelved) AS shelved FROM return_lines JOIN order_lines l USING (order_id, position) GROUP BY 1, 2) AS l
      FULL JOIN (SELECT order_id, product_id, sum(change) AS pieces FROM stock_moves WHERE reason = 'return' GROUP BY 1, 2) AS m
        ON m.order_id = l.order_id AND m.product_id = l.product_id
      JOIN stock s ON s.product_id = coalesce(l.product_id, m.product_id) AND s.is_counted
    WHERE coalesce(m.pieces, 0) > coalesce(l.shelved, 0)`,
  "I18 each person told of a product's return has one mail": `
    SELECT id FROM stock_waiters WHERE told_at IS NOT NULL AND NOT EXISTS (SELECT FROM mails WHERE key = 'product-back-' || lower(stock_waiters.id))`,
  "I17 each alert has one message": `
    SELECT product_id FROM stock_alerts a WHERE (SELECT count(*) FROM messages WHERE id = 'stock-' || product_id || '-' || number) <> 1`,
};
