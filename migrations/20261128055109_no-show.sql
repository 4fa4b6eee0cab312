DROP INDEX `stays_desk`;
DROP INDEX `stays_desk_stage`;
DROP INDEX `stays_complaints`;
ALTER TABLE `stays` ADD `accepted_at` integer;
ALTER TABLE `stays` ADD `answered_at` integer;
ALTER TABLE `stays` ADD `no_show_at` integer;
UPDATE `stays` SET `accepted_at` = (SELECT o.`closed_at` FROM `stay_offers` o WHERE o.`certificate_id` = `stays`.`certificate_id` AND o.`status` = 'accepted')
  WHERE `stage` IN ('offered', 'booked', 'stayed');
UPDATE `stays` SET `answered_at` = coalesce(`closed_at`, unixepoch()) WHERE `took_place` IS NOT NULL;
CREATE INDEX `stays_desk` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_desk_stage` ON `stays` (`stage`,CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_complaints` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END) WHERE took_place = 0 AND complaint_settled_at IS NULL;