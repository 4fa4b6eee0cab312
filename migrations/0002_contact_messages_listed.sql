-- Numbers of the administrators' list.
CREATE TRIGGER contact_messages_listed AFTER INSERT ON contact_messages
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('messages', (NEW.handled_at IS NOT NULL), '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
