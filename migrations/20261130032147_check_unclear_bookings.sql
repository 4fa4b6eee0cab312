DROP INDEX `stays_desk`;
DROP INDEX `stays_desk_stage`;
DROP INDEX `stays_complaints`;
ALTER TABLE `stays` ADD `unclear_since` integer;
CREATE INDEX `stays_unclear` ON `stays` (`unclear_since`) WHERE unclear_since IS NOT NULL;
CREATE INDEX `stays_desk` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN stage = 'booked' AND unclear_since > 0 THEN unclear_since + 86400 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_desk_stage` ON `stays` (`stage`,CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN stage = 'booked' AND unclear_since > 0 THEN unclear_since + 86400 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END);
CREATE INDEX `stays_complaints` ON `stays` (CASE WHEN stage = 'wished' THEN waiting_since + 1209600 WHEN stage = 'offered' AND accepted_at > 0 THEN accepted_at + 604800 WHEN stage = 'booked' AND unclear_since > 0 THEN unclear_since + 86400 WHEN took_place = 0 AND complaint_settled_at IS NULL THEN answered_at + 604800 ELSE 20000000000 - certificate_id END) WHERE took_place = 0 AND complaint_settled_at IS NULL;