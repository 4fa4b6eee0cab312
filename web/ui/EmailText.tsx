import { Fragment } from 'react';

/** Allows line breaks after punctuation, never inside a word. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?<=[@._+-])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
