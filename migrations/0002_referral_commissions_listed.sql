-- Numbers of the administrators' list.
CREATE TRIGGER referral_commissions_listed AFTER INSERT ON referral_commissions
BEGIN
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('commissions', NEW.status, (NEW.amount_cents <> 0), '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
