-- What drizzle-kit cannot say: the one row of sums, which triggers only ever change; indexes with commas in them, at which it would
-- split: members by their name as administrators' lists show it, parcels by their number however it is grouped; and what is derived of the cards on the map. These are an R*Tree of
-- the places that others see, in millionths of degrees, with what a map says of them, and the number of cards in each tile.
INSERT INTO running_totals (id) VALUES (1);
--> statement-breakpoint
CREATE INDEX users_name ON users (lower(coalesce(first_name || ' ' || last_name, username, email))) WHERE erased_at IS NULL;
--> statement-breakpoint
CREATE INDEX print_events_tracking ON print_events (upper(replace(replace(tracking, ' ', ''), '-', ''))) WHERE tracking IS NOT NULL;
--> statement-breakpoint
CREATE VIRTUAL TABLE card_places USING rtree_i32(id, west, east, south, north, +user_id INTEGER, +visibility TEXT, +name TEXT);
--> statement-breakpoint
CREATE TABLE card_tiles (
  level INTEGER NOT NULL,
  tile INTEGER NOT NULL,
  cards INTEGER NOT NULL,
  PRIMARY KEY (level, tile)
) WITHOUT ROWID;
