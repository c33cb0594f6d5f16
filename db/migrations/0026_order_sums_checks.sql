-- outside a transaction
ALTER TABLE orders VALIDATE CONSTRAINT orders_delivery;

ALTER TABLE orders VALIDATE CONSTRAINT orders_reduction_name;

ALTER TABLE order_lines VALIDATE CONSTRAINT order_lines_reduction;

ALTER TABLE refunds VALIDATE CONSTRAINT refunds_parts;
