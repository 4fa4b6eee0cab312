-- Numbers of the administrators' list.
CREATE TRIGGER outbox_listed AFTER INSERT ON outbox
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('mails', '', '', '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
