CREATE INDEX `audit_log_entity_type` ON `audit_log` (`entity_type`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_order` ON `contact_messages` ((handled_at IS NULL),`id`);--> statement-breakpoint
CREATE INDEX `vacation_certificates_status` ON `vacation_certificates` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `vacation_certificates_activate_by` ON `vacation_certificates` (`activate_by`,`id`);--> statement-breakpoint
CREATE INDEX `vacation_certificates_failed` ON `vacation_certificates` (`id`) WHERE booking_status = 'failed';