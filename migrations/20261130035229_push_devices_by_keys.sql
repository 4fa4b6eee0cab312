DROP INDEX `sessions_push`;
CREATE UNIQUE INDEX `sessions_push` ON `sessions` (`push_endpoint`,`push_public_key`,`push_secret`) WHERE push_endpoint IS NOT NULL;