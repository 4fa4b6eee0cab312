import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Notifications, PushTopic } from '#schema/messages/notifications.ts';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { chooseNotification } from '#web/features/notifications/notifications-api.ts';
import { useDevice } from '#web/features/notifications/push-device.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface PushOfferProps {
  topic: PushTopic;
  question: string;
}

/** Offers push notifications where the member waits for news. Renders nothing if this device gets them already, or cannot. */
export function PushOffer({ topic, question }: PushOfferProps) {
  const { data } = usePreferences();
  return data && data.notifications.pushKey !== null ? (
    <LoadedOffer topic={topic} question={question} notifications={data.notifications} />
  ) : null;
}

function LoadedOffer({ topic, question, notifications }: PushOfferProps & { notifications: Notifications }) {
  const { push, isOnThisDevice } = notifications;
  const device = useDevice(notifications);
  const [isDone, setIsDone] = useState(false);
  if (isDone)
    return (
      <div role="status">
        <Alert tone="success" title={t`We’ll notify you on this device.`}>
          <Link href={paths.account('preferences')}>{t`Manage notifications`}</Link>
        </Alert>
      </div>
    );
  if ((push.includes(topic) && isOnThisDevice) || (device.support !== 'supported' && device.refusal === undefined)) return null;
  return (
    <Alert tone="info" title={question}>
      {device.refusal ?? (
        <ActionButton
          className="link-button"
          failed={t`Couldn’t turn on notifications`}
          pendingLabel={t`Turning on…`}
          action={async () => {
            if (!(await device.turnOn())) return;
            await chooseNotification({ channel: 'push', topic, isOn: true });
            setIsDone(true);
          }}
        >
          {t`Notify me on this device`}
        </ActionButton>
      )}
    </Alert>
  );
}
