-- A link that sets a new password ends with the password, the address or the access for which it was sent.
CREATE TRIGGER admins_end_reset_links AFTER UPDATE OF password_hash, email_key, disabled_at ON admins
WHEN NEW.password_hash <> OLD.password_hash OR NEW.email_key <> OLD.email_key OR NEW.disabled_at IS NOT OLD.disabled_at
BEGIN
  UPDATE admin_password_resets SET used_at = unixepoch() WHERE admin_id = NEW.id AND used_at IS NULL;
END;
