-- Numbers of the administrators' lists.
CREATE TRIGGER vacation_certificates_listed AFTER INSERT ON vacation_certificates
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('certificates', NEW.status, NEW.review, NEW.booking_status, 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
