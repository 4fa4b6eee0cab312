-- Numbers of the administrators' list.
CREATE TRIGGER orders_list_changed AFTER UPDATE OF status, kind, delivery, sent_to_print_at ON orders WHEN (OLD.status, OLD.kind, OLD.delivery, OLD.sent_to_print_at) IS NOT (NEW.status, NEW.kind, NEW.delivery, NEW.sent_to_print_at)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'orders' AND a = OLD.status AND b = OLD.kind AND c = (OLD.delivery IS 'ship' AND OLD.sent_to_print_at IS NULL);
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('orders', NEW.status, NEW.kind, (NEW.delivery IS 'ship' AND NEW.sent_to_print_at IS NULL), 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
