import { useState } from 'react';
import { mutate } from 'swr';
import { MemberNote, MemberNotes, NoteRequest } from '#schema/accounts/admin-member-notes.ts';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { memberNoteMaxLength } from '#schema/rules.ts';
import { usersPath } from '#web/features/accounts/admin/users-api.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function UserNotes({ details: { profile } }: { details: AdminUserDetails }) {
  const { query, paging } = useNotes(profile.id);
  return (
    <div className="stack">
      {!profile.erasedAt && <AddNote userId={profile.id} />}
      <Loaded query={query} subject="Notes" lines={4}>
        {(pages) => {
          const notes = pages.flatMap((page) => page.notes);
          if (notes.length === 0) return <p className="muted">No notes yet.</p>;
          return (
            <GrowingList className="user-notes" label="Notes" count={notes.length} paging={paging} moreFailed="Couldn’t load older notes.">
              {notes.map((note) => (
                <Note key={note.id} note={note} userId={profile.id} />
              ))}
            </GrowingList>
          );
        }}
      </Loaded>
    </div>
  );
}

function AddNote({ userId }: { userId: number }) {
  return (
    <Form
      label="New note"
      className="stack"
      schema={NoteRequest}
      defaults={{ text: '' }}
      send={async ({ text }, form) => {
        await addNote(userId, text);
        form.reset();
        showToast({ title: 'Note added', tone: 'success' });
      }}
      failed="Couldn’t add the note"
    >
      <FormTextArea
        label="Add a note"
        name="text"
        rows={3}
        maxLength={memberNoteMaxLength}
        hint="Only administrators can see it, but the member’s data download includes it, without your name."
      />
      <div>
        <FormSubmit pendingLabel="Adding…">Add note</FormSubmit>
      </div>
    </Form>
  );
}

function Note({ note: { id, text, by, createdAt, removedAt, removedBy, mayRemove }, userId }: { note: MemberNote; userId: number }) {
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    await removeNote(userId, id);
    showToast({ title: 'Note removed', tone: 'success' });
  }
  return (
    <li tabIndex={-1}>
      <p className="muted small">
        <strong>{by}</strong> · <DateTimeCell value={createdAt} />
      </p>
      {text === null ? (
        <p className="muted">
          Removed by {removedBy}, <DateTimeCell value={removedAt} />
        </p>
      ) : (
        <p className="user-note-text" dir="auto">
          {text}
        </p>
      )}
      {mayRemove && (
        <div className="cluster">
          {isAsking ? (
            <>
              <ActionButton className="danger button-small" action={remove} failed="Couldn’t remove the note" pendingLabel="Removing…">
                Remove for good
              </ActionButton>
              <button type="button" className="secondary button-small" onClick={() => setAsking(false)}>
                Keep
              </button>
            </>
          ) : (
            <button
              type="button"
              className="secondary button-small"
              aria-label={`Remove the note by ${by}, ${createdAt}`}
              onClick={() => setAsking(true)}
            >
              Remove
            </button>
          )}
        </div>
      )}
    </li>
  );
}

const notesPath = (userId: number) => `${usersPath}/${userId}/notes`;
const firstPage = (userId: number) => `${notesPath(userId)}?limit=20`;

function useNotes(userId: number) {
  return usePages(firstPage(userId), MemberNotes);
}

function addNote(userId: number, text: string): Promise<void> {
  return change(userId, apiSend('POST', notesPath(userId), { text }, MemberNote));
}

function removeNote(userId: number, id: number): Promise<void> {
  return change(userId, apiSend('DELETE', `${notesPath(userId)}/${id}`, undefined, MemberNote));
}

/** Sends a change, then reloads the notes even if the server rejected the change. */
async function change(userId: number, sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } finally {
    await mutate(firstPage(userId)).catch(() => undefined);
  }
}
