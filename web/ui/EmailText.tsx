import { Fragment } from 'react';

/** Shows an email address that can break after punctuation, but never inside a word. */
export function EmailText({ email }: { email: string }) {
  return (
    <span className="email">
      {email.split(/(?<=[@._+-])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other unique property
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
