-- A member starts with nothing: what they own comes from the ledgers alone.
CREATE TRIGGER users_start_empty BEFORE INSERT ON users
WHEN NEW.token_balance <> 0 OR NEW.owed_tokens <> 0 OR NEW.treasure_keys <> 0 OR NEW.community_keys <> 0 OR NEW.keys_brought <> 0
BEGIN
  SELECT RAISE(ABORT, 'a new member has no tokens and no keys');
END;
