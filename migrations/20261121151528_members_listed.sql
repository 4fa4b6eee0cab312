CREATE INDEX `users_name` ON `users` (lower(coalesce(first_name || ' ' || last_name, username, email))) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_balance` ON `users` (`token_balance`) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_role_created` ON `users` (`role`,`created_at`);
