import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { AdminConversation, InboxDesk, OrganizeMessage } from '#schema/messages/admin-messages.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { isConflict } from '#web/features/admin/use-versioned.ts';
import { Key } from '#web/features/messages/admin/inbox/Key.tsx';
import { handleMessage, organizeMessage, readConversation, updateCache } from '#web/features/messages/admin/messages-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Menu } from '#web/ui/Menu.tsx';

interface OrganizerProps {
  conversation: AdminConversation;
  desk: InboxDesk | undefined;
  setBase: (conversation: AdminConversation) => void;
}

type Change = Omit<OrganizeMessage, 'version'>;

interface ConversationChange {
  /** How the conversation looks after the change. */
  expected: Partial<AdminConversation>;
  send: (current: AdminConversation) => Promise<AdminConversation>;
  /** Title of the toast that confirms the change. */
  done?: string | undefined;
}

/** The last change to each conversation, by id. */
const pendingChanges = new Map<number, Promise<AdminConversation | undefined>>();

/**
 * Shows the change at once and sends it after earlier ones, based on their result. A failure undoes it. After a concurrent update, shows the
 * current conversation and asks to try again.
 */
function changeConversation(
  shown: AdminConversation,
  { expected, send, done }: ConversationChange,
  setBase: (conversation: AdminConversation) => void,
): Promise<unknown> {
  updateCache({ ...shown, ...expected });
  const previous = pendingChanges.get(shown.id) ?? Promise.resolve(undefined);
  const change = previous.then(async (changed) => {
    const current = changed && changed.version > shown.version ? changed : shown;
    try {
      const conversation = await send(current);
      setBase(conversation);
      if (done) showToast({ tone: 'success', title: done, description: `From ${shown.name}.` });
      return conversation;
    } catch (error) {
      updateCache(current);
      if (isConflict(error)) await readConversation(shown.id).catch(() => undefined);
      showToast({
        tone: isConflict(error) ? 'info' : 'error',
        title: isConflict(error) ? 'The message has changed' : 'Couldn’t change the message',
        description: isConflict(error)
          ? 'Someone else updated this message. Please check it again.'
          : errorText(error, 'Please try again.'),
      });
      return undefined;
    }
  });
  pendingChanges.set(shown.id, change);
  return change;
}

export function closeOrReopen({ conversation, setBase }: Pick<OrganizerProps, 'conversation' | 'setBase'>): Promise<unknown> {
  const isHandled = conversation.state !== 'closed';
  return changeConversation(
    conversation,
    {
      expected: isHandled
        ? { state: 'closed', handledAt: new Date(now()).toISOString(), snoozedUntil: null }
        : { state: 'open', handledAt: null, handledBy: null },
      send: (current) => handleMessage(current, isHandled),
      done: isHandled ? 'Message closed' : 'Message reopened',
    },
    setBase,
  );
}

export function Organizer({ conversation, desk, setBase }: OrganizerProps) {
  const { admin } = useAdmin();
  const [picksTime, setPicksTime] = useState(false);
  const { state, assignee, snoozedUntil } = conversation;
  const organize = (change: Change, expected: Partial<AdminConversation>, done?: string) =>
    changeConversation(conversation, { expected, send: (current) => organizeMessage(current, change), done }, setBase);
  const snooze = (at: Date) => {
    const snoozedUntil = at.toISOString();
    return organize({ snoozedUntil }, { state: 'snoozed', snoozedUntil, handledAt: null }, `Snoozed until ${dateTime(snoozedUntil)}`);
  };
  const isSnoozed = snoozedUntil !== null;
  const wasSnoozed = useRef(isSnoozed);
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Another button has replaced the focused one.
    if (wasSnoozed.current !== isSnoozed && document.activeElement === document.body) actions.current?.querySelector('button')?.focus();
    wasSnoozed.current = isSnoozed;
  }, [isSnoozed]);
  const others = desk?.administrators.filter(({ id }) => id !== admin?.id) ?? [];

  function assign(assigneeId: number | null) {
    const name = others.find(({ id }) => id === assigneeId)?.name ?? '';
    void organize({ assigneeId }, { assignee: assigneeId === null ? null : { id: assigneeId, name } });
  }
  const isListed = assignee === null || assignee.id === admin?.id || others.some(({ id }) => id === assignee.id);

  return (
    <div className="inbox-organizer">
      <SelectField
        label="Assignee"
        value={assignee?.id ?? ''}
        onChange={(event) => assign(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">Nobody</option>
        {admin && <option value={admin.id}>Me</option>}
        {!isListed && assignee && <option value={assignee.id}>{assignee.name}</option>}
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Tags
        key={conversation.id}
        tags={conversation.tags}
        known={desk?.tags ?? []}
        onChange={(tags) => void organize({ tags }, { tags })}
      />
      <div className="cluster inbox-actions" ref={actions}>
        {isSnoozed ? (
          <ActionButton
            className="secondary"
            action={() => organize({ snoozedUntil: null }, { state: 'open', snoozedUntil: null }, 'Snooze ended')}
          >
            End snooze
          </ActionButton>
        ) : (
          <Menu
            label="Snooze"
            items={[
              ...snoozeChoices(new Date(now())).map(({ label, at }) => ({
                label: `${label}, ${dateTime(at.toISOString())}`,
                onChoose: () => void snooze(at),
              })),
              { label: 'Pick a time…', onChoose: () => setPicksTime(true) },
            ]}
          >
            Snooze
          </Menu>
        )}
        <ActionButton className="secondary" action={() => closeOrReopen({ conversation, setBase })}>
          {state === 'closed' ? 'Reopen' : 'Close'}
          <Key name="E" />
        </ActionButton>
      </div>
      <Dialog open={picksTime} onClose={() => setPicksTime(false)} title="Snooze until" size="small">
        <SnoozeForm
          onCancel={() => setPicksTime(false)}
          onPick={async (at) => {
            setBase(await organizeMessage(conversation, { snoozedUntil: at.toISOString() }));
            setPicksTime(false);
          }}
        />
      </Dialog>
    </div>
  );
}

const workdayStartHour = 9;

function snoozeChoices(from: Date): { label: string; at: Date }[] {
  const morningIn = (days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, workdayStartHour);
  const daysToMonday = (8 - from.getDay()) % 7 || 7;
  return [
    { label: 'In three hours', at: new Date(from.getTime() + 3 * 3_600_000) },
    { label: 'Tomorrow', at: morningIn(1) },
    ...(daysToMonday > 1 ? [{ label: 'Monday', at: morningIn(daysToMonday) }] : []),
    ...(daysToMonday === 7 ? [] : [{ label: 'In a week', at: morningIn(7) }]),
  ];
}

const SnoozeTime = v.strictObject({
  at: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'Please choose a day and time'),
  ),
});

function SnoozeForm({ onPick, onCancel }: { onPick: (at: Date) => Promise<void>; onCancel: () => void }) {
  return (
    <Form
      label="Snooze until"
      className="stack"
      schema={SnoozeTime}
      defaults={{ at: '' }}
      send={({ at }) => onPick(new Date(at))}
      failed="Couldn’t snooze the message"
    >
      <FormField label="Day and time" name="at" type="datetime-local" data-autofocus />
      <FormActions pendingLabel="Snoozing…" onCancel={onCancel}>
        Snooze
      </FormActions>
    </Form>
  );
}

function Tags({ tags, known, onChange }: { tags: readonly string[]; known: readonly string[]; onChange: (tags: string[]) => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function remove(tag: string) {
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  }

  function add() {
    const tag = text.trim().toLowerCase();
    if (tag !== '' && !tags.includes(tag)) onChange([...tags, tag]);
    setText('');
  }

  return (
    <div className="inbox-tags">
      <label htmlFor="inbox-tag">Tags</label>
      {tags.length > 0 && (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              {tag}
              <button type="button" aria-label={`Remove tag ${tag}`} onClick={() => remove(tag)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id="inbox-tag"
        list="inbox-known-tags"
        placeholder="Add a tag"
        autoComplete="off"
        maxLength={30}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id="inbox-known-tags">
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
