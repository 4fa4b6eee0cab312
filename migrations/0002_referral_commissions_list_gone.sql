-- Numbers of the administrators' list.
CREATE TRIGGER referral_commissions_list_gone AFTER DELETE ON referral_commissions
BEGIN
  UPDATE list_counts SET n = n - 1 WHERE list = 'commissions' AND a = OLD.status AND b = (OLD.amount_cents <> 0) AND c = '';
END;
