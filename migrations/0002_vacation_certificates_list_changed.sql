-- Numbers of the administrators' lists.
CREATE TRIGGER vacation_certificates_list_changed AFTER UPDATE OF status, review, booking_status ON vacation_certificates WHEN (OLD.status, OLD.review, OLD.booking_status) IS NOT (NEW.status, NEW.review, NEW.booking_status)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'certificates' AND a = OLD.status AND b = OLD.review AND c = OLD.booking_status;
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('certificates', NEW.status, NEW.review, NEW.booking_status, 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
