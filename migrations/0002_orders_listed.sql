-- Numbers of the administrators' list.
CREATE TRIGGER orders_listed AFTER INSERT ON orders
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('orders', NEW.status, NEW.kind, (NEW.delivery IS 'ship' AND NEW.sent_to_print_at IS NULL), 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
