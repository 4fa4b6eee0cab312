-- Money does not go to an address that the member has left.
CREATE TRIGGER payout_addresses_leave_run AFTER UPDATE OF email ON payout_addresses
WHEN NEW.email IS NOT OLD.email
BEGIN
  UPDATE payout_run_lines SET status = 'out', reason = 'address_changed' WHERE user_id = NEW.user_id AND status = 'in';
END;
