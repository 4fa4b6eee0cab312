import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { apiErrorOf, refused } from '#tests/web/support/refused.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

const placeIsTaken = apiErrorOf(refused('invalid_input', { fields: { place: 'Taken' } }));

function press(name: string) {
  return userEvent.click(screen.getByRole('button', { name }));
}

test('a confirmation keeps its dialog open until the answer arrives, and is sent once', async () => {
  let answer = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Bury it?">
      <Form label="Bury it" send={send} failed="It was not buried">
        <FormActions pendingLabel="Burying…" onCancel={onClose}>
          Bury
        </FormActions>
      </Form>
    </Dialog>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Bury' }));
  expect(send).toHaveBeenCalledTimes(1);
  await press('Close');
  expect(screen.getByText('Sending… Please wait a moment.')).toBeTruthy();
  await press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await screen.findByRole('button', { name: 'Bury' });
  await press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a dialog with unsent input asks before it closes', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="A note">
      <Form label="A note" defaults={{ note: '' }} send={() => undefined} failed="It was not kept">
        <FormField label="Note" name="note" />
        <FormActions pendingLabel="Keeping…" onCancel={onClose}>
          Keep
        </FormActions>
      </Form>
    </Dialog>,
  );
  const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  await userEvent.type(note, 'By the old oak');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.getByText('Close without saving what you typed?')).toBeTruthy();
  await press('Keep editing');
  expect(screen.queryByText('Close without saving what you typed?')).toBeNull();
  expect(document.activeElement).toBe(note);
  await press('Close');
  expect([onClose.mock.calls.length, note.value]).toEqual([0, 'By the old oak']);
  await press('Close without saving');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a dialog without unsent input closes without a question', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="A note">
      <Form label="A note" defaults={{ note: '' }} send={() => undefined} failed="It was not kept">
        <FormField label="Note" name="note" />
        <FormActions pendingLabel="Keeping…" onCancel={onClose}>
          Keep
        </FormActions>
      </Form>
    </Dialog>,
  );
  await press('Close');
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'By the old oak');
  await press('Keep');
  await press('Close');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test.each([
  { showsFailureTwice: false, alerts: 0 },
  { showsFailureTwice: true, alerts: 1 },
])('a field error is repeated above the form if requested: $showsFailureTwice', async ({ showsFailureTwice, alerts }) => {
  render(
    <Form
      label="Log"
      defaults={{ place: '' }}
      send={() => Promise.reject(placeIsTaken)}
      failed="Not logged"
      showsFailureTwice={showsFailureTwice}
    >
      <FormField label="Place" name="place" />
      <FormActions pendingLabel="Sending…" onCancel={() => {}}>
        Send
      </FormActions>
    </Form>,
  );
  await press('Send');
  const place = await screen.findByRole('textbox', { name: 'Place', description: 'Taken' });
  expect(document.activeElement).toBe(place);
  expect(screen.queryAllByText('Not logged')).toHaveLength(alerts);
});

test('a resolved failure is no longer shown, and a new one is', async () => {
  const form = (hidesFailure: boolean) => (
    <Form label="Log" send={() => Promise.reject(new Error())} failed="Not logged" hidesFailure={hidesFailure}>
      <FormActions pendingLabel="Sending…" onCancel={() => {}}>
        Send
      </FormActions>
    </Form>
  );
  const { rerender } = render(form(false));
  await press('Send');
  expect((await screen.findByRole('alert')).textContent).toContain('Not logged');
  rerender(form(true));
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(form(false));
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Send');
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('a failing follow-up does not hide the first failure', async () => {
  render(
    <Form
      label="Log"
      send={() => Promise.reject(placeIsTaken)}
      failed="Not logged"
      onFailure={() => Promise.reject(new Error())}
      showsFailureTwice
    >
      <FormActions pendingLabel="Sending…" onCancel={() => {}}>
        Send
      </FormActions>
    </Form>,
  );
  await press('Send');
  expect((await screen.findByRole('alert')).textContent).toBe(`Not logged${errorMessage('invalid_input')}`);
});
