import { t } from '@lingui/core/macro';
import { type Question, questions } from '#web/features/faq/question-texts.tsx';
import { paths } from '#web/lib/paths.ts';
import { addressOf } from '#web/lib/words/words.ts';
import { ChevronIcon } from '#web/ui/icons/shell-icons.tsx';

/** Browsers keep at most one `details` element with this name open. */
const detailsName = 'faq';

/** Shows the questions in native `details` elements, which work without JavaScript. */
export function Questions() {
  return questions().map((question) => <QuestionDetails key={question.id} {...question} />);
}

/** Puts the anchor inside the answer because browsers open a `details` element if it contains the link's target. */
function QuestionDetails({ id, question, answer }: Question) {
  return (
    <details name={detailsName} className="question">
      <summary>
        <h2>{question}</h2>
        <ChevronIcon />
      </summary>
      <div id={id} className="stack gap-3 answer" tabIndex={-1}>
        {answer.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
          <p key={index}>{paragraph}</p>
        ))}
        <p className="small">
          <a href={`${addressOf(paths.faq)}#${id}`}>{t`Link to this answer`}</a>
        </p>
      </div>
    </details>
  );
}
