-- Something that was paid before was taken back: the member's net falls, so that the frozen one is too much.
CREATE TRIGGER commissions_reduce_run AFTER INSERT ON referral_commissions
WHEN NEW.amount_cents < 0 AND NEW.status = 'pending'
BEGIN
  UPDATE payout_run_lines SET status = 'out', reason = 'taken_back' WHERE user_id = NEW.referrer_id AND status = 'in';
END;
