import type { Notifications } from '#schema/messages/notifications.ts';

/** Notifications of a member who chose none, on a site without push notifications. */
export const noNotifications: Notifications = { email: [], push: [], pushKey: null, isOnThisDevice: false };
