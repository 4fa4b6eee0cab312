import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import type { DigestChoice as Digest, Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { isOnByDefault, type MailTopic, type PushTopic, quietHours } from '#schema/messages/notifications.ts';
import { updateMailPreference, usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { chooseDigest, chooseNotification } from '#web/features/notifications/notifications-api.ts';
import { turnOffDevice, useDevice, useSeenNews } from '#web/features/notifications/push-device.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

const topics = (): { topic: PushTopic; title: string; hint: string }[] => [
  { topic: 'card_found', title: t`Your card was found`, hint: t`Emails sum up finds, notes and missed finds. No news, no email.` },
  { topic: 'new_cards', title: t`New card near me`, hint: t`Around the place below.` },
  { topic: 'stay', title: t`Your stay`, hint: t`Offers and deadlines. Emails with offers are always sent.` },
  { topic: 'thanks', title: t`Thanks`, hint: t`When an owner thanks you for your note.` },
  { topic: 'card_news', title: t`News of your cards`, hint: t`For example, when someone reports your card missing.` },
];

/** Renders nothing until the preferences are loaded. The tab already shows the loading state and errors. */
export function NotificationPreferences({ user }: { user: User }) {
  const { data } = usePreferences();
  useSeenNews(user);
  return data ? <NotificationChoices user={user} preferences={data} /> : null;
}

function NotificationChoices({ user, preferences }: { user: User; preferences: Preferences }) {
  const { notifications } = preferences;
  const device = useDevice(notifications);
  const canPush = notifications.pushKey !== null;
  const hasPushColumn = canPush && (notifications.push.length > 0 || !isUnavailable(device));
  const needsVerifiedEmail = preferences.digest !== 'off' || notifications.email.some((topic) => !isOnByDefault(topic));
  return (
    <>
      <Switch
        label={t`Optional emails`}
        hint={
          preferences.wantsOptionalMail
            ? t`Turn this off to pause all of the emails below.`
            : t`All of the emails below are paused. Turn this on to get them.`
        }
        isOn={preferences.wantsOptionalMail}
        save={async (isOn) => {
          await updateMailPreference(isOn);
          return isOn ? t`You’ll get the emails you chose.` : t`You’ll only get emails about your account, payments and certificates.`;
        }}
      />
      {canPush && <DeviceChoice isOn={notifications.isOnThisDevice} device={device} />}
      <div className="notification-topics">
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Topic`}</th>
              <th scope="col">{t({ message: 'Email', context: 'notification' })}</th>
              {hasPushColumn && <th scope="col">{t`Push`}</th>}
            </tr>
          </thead>
          <tbody>
            {topics().map(({ topic, title, hint }) => (
              <tr key={topic}>
                <th scope="row">
                  <strong>{title}</strong>
                  <span className="muted small topic-hint">
                    {topic === 'new_cards' && preferences.newCards === null ? t`Choose a place below first.` : hint}
                  </span>
                </th>
                <td data-label={t({ message: 'Email', context: 'notification' })}>
                  <MailChoice topic={topic} title={title} preferences={preferences} />
                </td>
                {hasPushColumn && (
                  <td data-label={t`Push`}>
                    <PushChoice topic={topic} title={title} preferences={preferences} device={device} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {needsVerifiedEmail && !user.emailVerified && <p className="muted small">{t`Emails start once you verify your email address.`}</p>}
      <p className="muted small">{t`Emails about money, security and bookings are always sent.`}</p>
    </>
  );
}

interface TopicProps {
  topic: PushTopic;
  title: string;
  preferences: Preferences;
}

function MailChoice({ topic, title, preferences }: TopicProps): ReactNode {
  switch (topic) {
    case 'card_found':
      return <DigestChoice digest={preferences.digest} />;
    default:
      return (
        <Switch
          label={t`${title} by email`}
          isOn={preferences.notifications.email.includes(topic)}
          isDisabled={topic === 'new_cards' && preferences.newCards === null}
          save={(isOn) => saveEmail(topic, isOn)}
        />
      );
  }
}

async function saveEmail(topic: MailTopic, isOn: boolean): Promise<string> {
  await chooseNotification({ channel: 'email', topic, isOn });
  return isOn ? t`We’ll email you.` : t`We won’t email you about this.`;
}

const digestLabels = (): Record<Digest, string> => ({ off: t`Never`, daily: t`Daily`, weekly: t`Weekly` });

function DigestChoice({ digest }: { digest: Digest }) {
  const { value, isSaving, choose } = useChoice(digest, async (frequency) => {
    await chooseDigest(frequency);
    return frequency === 'off' ? t`You won’t get a digest.` : t`We’ll email you when there’s news about your cards.`;
  });
  return (
    <select
      aria-label={t`Email digest about your cards`}
      value={value}
      aria-busy={isSaving}
      onChange={(event) => void choose(event.target.value as Digest)}
    >
      {Object.entries(digestLabels()).map(([frequency, label]) => (
        <option key={frequency} value={frequency}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Turning on a topic also turns on this device, because otherwise nothing would happen. */
function PushChoice({ topic, title, preferences, device }: TopicProps & { device: ReturnType<typeof useDevice> }) {
  const isOn = preferences.notifications.push.includes(topic);
  return (
    <Switch
      label={t`${title} by push`}
      isOn={isOn}
      isDisabled={!isOn && ((topic === 'new_cards' && preferences.newCards === null) || isUnavailable(device))}
      save={async (wanted) => {
        if (wanted && !(await device.turnOn())) return undefined;
        await chooseNotification({ channel: 'push', topic, isOn: wanted });
        return wanted ? t`We’ll notify you on this device.` : t`We won’t send push notifications about this.`;
      }}
    />
  );
}

function DeviceChoice({ isOn, device }: { isOn: boolean; device: ReturnType<typeof useDevice> }) {
  return (
    <Switch
      label={t`Notify me on this device`}
      hint={device.note ?? t`About the push topics you choose below. We send none from ${quietHours.from - 12} PM to ${quietHours.to} AM.`}
      error={device.refusal}
      isOn={isOn}
      isDisabled={!isOn && isUnavailable(device)}
      save={async (wanted) => {
        if (!wanted) {
          await turnOffDevice();
          return t`Notifications are off on this device.`;
        }
        return (await device.turnOn()) ? t`We’ll notify you on this device.` : undefined;
      }}
    />
  );
}

const isUnavailable = ({ support }: ReturnType<typeof useDevice>) => support !== 'supported';

interface SwitchProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  isOn: boolean;
  isDisabled?: boolean;
  /** Returns the confirmation to show; undefined if nothing was saved. */
  save: (isOn: boolean) => Promise<string | undefined>;
}

/** In the table, the row and the column show what the switch is for, so its label is only for screen readers. */
function Switch({ label, hint, error, isOn, isDisabled = false, save }: SwitchProps) {
  const { value, isSaving, choose } = useChoice(isOn, save);
  const input = {
    checked: value,
    disabled: isDisabled,
    'aria-busy': isSaving,
    onChange: (event: { target: { checked: boolean } }) => void choose(event.target.checked),
  };
  const id = useId();
  if (hint !== undefined) return <Checkbox label={label} hint={hint} error={error} {...input} />;
  return (
    <label className="checkbox topic-switch" htmlFor={id}>
      <input id={id} type="checkbox" {...input} />
      <span className="visually-hidden">{label}</span>
    </label>
  );
}
