-- What drizzle-kit cannot say: the one row of sums, which triggers only ever change, and an index with commas in it, at which
-- it would split: members by their name as administrators' lists show it.
INSERT INTO running_totals (id) VALUES (1);
--> statement-breakpoint
CREATE INDEX users_name ON users (lower(coalesce(first_name || ' ' || last_name, username, email))) WHERE erased_at IS NULL;
