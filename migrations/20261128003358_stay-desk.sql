ALTER TABLE `stays` ADD `complaint_settled_at` integer;
CREATE INDEX `stays_desk` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_desk_stage` ON `stays` (`stage`,CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_complaints` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since ELSE 20000000000 - certificate_id END) WHERE took_place = 0 AND complaint_settled_at IS NULL;