-- Numbers of the administrators' list.
CREATE TRIGGER contact_messages_list_changed AFTER UPDATE OF handled_at ON contact_messages
WHEN (OLD.handled_at IS NULL) <> (NEW.handled_at IS NULL)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'messages' AND a = (OLD.handled_at IS NOT NULL) AND b = '' AND c = '';
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('messages', (NEW.handled_at IS NOT NULL), '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
