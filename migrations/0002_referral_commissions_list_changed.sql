-- Numbers of the administrators' list.
CREATE TRIGGER referral_commissions_list_changed AFTER UPDATE OF status, amount_cents ON referral_commissions WHEN (OLD.status, OLD.amount_cents) IS NOT (NEW.status, NEW.amount_cents)
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'commissions' AND a = OLD.status AND b = (OLD.amount_cents <> 0) AND c = '';
  INSERT INTO list_counts (list, a, b, c, n) VALUES ('commissions', NEW.status, (NEW.amount_cents <> 0), '', 1)
  ON CONFLICT (list, a, b, c) DO UPDATE SET n = n + 1;
END;
