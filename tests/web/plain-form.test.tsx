import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Field } from '#web/components/Field.tsx';
import { type Outcome, usePlainForm } from '#web/lib/plain-form.ts';

type Send = (typed: FormData) => Promise<Outcome<string>>;

const names = ['place', 'finder'];

function Log({ load, onSent }: { load: () => Promise<Send>; onSent: (value: string) => void }) {
  const { form, errors, failure, isPending } = usePlainForm({ names, load, onSent });
  return (
    <form {...form} aria-label="Log">
      {failure && <p role="alert">{failure}</p>}
      <Field label="Place" name="place" error={errors.place} />
      <Field label="Finder" name="finder" error={errors.finder} />
      <button type="submit" aria-disabled={isPending}>
        Send
      </button>
    </form>
  );
}

function open(send: Send | Error) {
  const onSent = vi.fn();
  render(<Log load={() => (send instanceof Error ? Promise.reject(send) : Promise.resolve(send))} onSent={onSent} />);
  return { onSent, press: () => userEvent.click(screen.getByRole('button', { name: 'Send' })) };
}

test('what is wrong is told at its field, the first gets the focus, and typing takes the word back', async () => {
  const send = vi.fn<Send>(async () => ({ isSent: false, fields: { finder: 'Who?', place: 'Where?' }, failure: undefined }));
  const { onSent, press } = open(send);
  await userEvent.type(screen.getByLabelText('Finder'), 'Gus');
  await press();
  const place = await screen.findByRole('textbox', { name: 'Place', description: 'Where?' });
  expect(document.activeElement).toBe(place);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(place, 'Oak');
  expect(screen.queryByText('Where?')).toBeNull();
  expect(screen.getByText('Who?')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Finder').value).toBe('Gus');
  expect(onSent).not.toHaveBeenCalled();
});

test('what our server refuses is told, and what was typed can be sent again', async () => {
  const answers: Outcome<string>[] = [
    { isSent: false, fields: {}, failure: 'Too many tries' },
    { isSent: true, value: 'Oak' },
  ];
  const { onSent, press } = open(async () => answers.shift() as Outcome<string>);
  await userEvent.type(screen.getByLabelText('Place'), 'Oak');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries');
  await press();
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('Oak'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where what sends it cannot be loaded, the form says what to do and keeps what was typed', async () => {
  const { onSent, press } = open(new TypeError('Failed to fetch dynamically imported module'));
  await userEvent.type(screen.getByLabelText('Place'), 'Oak');
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('reload the page');
  expect(screen.getByLabelText<HTMLInputElement>('Place').value).toBe('Oak');
  expect(onSent).not.toHaveBeenCalled();
});
