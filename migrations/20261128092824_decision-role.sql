ALTER TABLE `review_decisions` ADD `admin_role` text DEFAULT 'admin' NOT NULL;
UPDATE `review_decisions` SET `admin_role` = (SELECT a.`role` FROM `admins` a WHERE a.`id` = `review_decisions`.`admin_id`);
