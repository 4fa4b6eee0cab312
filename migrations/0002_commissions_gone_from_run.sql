-- A reversal that never counted is gone: the frozen net is too little.
CREATE TRIGGER commissions_gone_from_run AFTER DELETE ON referral_commissions
WHEN OLD.status = 'pending'
BEGIN
  UPDATE payout_run_lines SET status = 'out', reason = 'changed'
  WHERE status = 'in' AND id = (SELECT line_id FROM payout_run_entries WHERE kind = 'commission' AND entry_id = OLD.id AND is_live = 1);
END;
