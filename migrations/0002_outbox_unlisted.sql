-- Numbers of the administrators' list: sent mails are deleted when their time is over.
CREATE TRIGGER outbox_unlisted AFTER DELETE ON outbox
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'mails' AND a = '' AND b = '' AND c = '';
END;
