-- A commission, or a reversal, that was held, refused, taken back or changed before its run was paid: the line is taken out.
CREATE TRIGGER commissions_leave_run AFTER UPDATE OF status, amount_cents ON referral_commissions
WHEN OLD.status = 'pending' AND (NEW.status <> 'pending' OR NEW.amount_cents <> OLD.amount_cents)
BEGIN
  UPDATE payout_run_lines SET status = 'out', reason = iif(NEW.status = 'held', 'held', iif(NEW.status = 'reversed', 'taken_back', 'changed'))
  WHERE status = 'in' AND id = (SELECT line_id FROM payout_run_entries WHERE kind = 'commission' AND entry_id = NEW.id AND is_live = 1);
END;
