/** Search index of conversations (`contact_words`). */
import { searchWords } from '#worker/domain/messages/search-words.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { jsonParts } from '#worker/store/json-parts.ts';
import { type Bind, batch, queryAll, statement } from '#worker/store/sql.ts';

const textsPerStep = 200;
const maxQueryWords = 5;
/** The highest Unicode character. A prefix followed by it sorts after every text with that prefix. */
const highestCharacter = '\u{10ffff}';

/** Returns a query for the ids of conversations that contain a word beginning with each word of the search text, newest first. */
export function conversationsWithWords(q: string, bind: Bind): string | undefined {
  const words = searchWords(q).slice(0, maxQueryWords);
  if (words.length === 0) return undefined;
  const beginsWith = (word: string) => `w.word >= ${bind(word)} AND w.word < ${bind(`${word}${highestCharacter}`)}`;
  // Starts with the longest word, which is probably the rarest, and looks up the others in the conversations found.
  const [first = '', ...others] = words.toSorted((one, other) => other.length - one.length);
  const also = others.map(
    (word) =>
      `EXISTS (SELECT 1 FROM contact_words w INDEXED BY contact_words_message WHERE w.message_id = f.message_id AND ${beginsWith(word)})`,
  );
  return `SELECT DISTINCT f.message_id AS id FROM contact_words f WHERE ${beginsWith(first).replaceAll('w.', 'f.')}
    ${also.map((condition) => `AND ${condition}`).join(' ')} ORDER BY f.message_id DESC`;
}

/** Without addresses, which are searched in full and erased with their member. */
const sources = {
  'index-messages': `SELECT t.id AS "id", t.id AS "messageId", t.name || ' ' || t.message AS "text" FROM contact_messages t`,
  'index-replies': `SELECT t.id AS "id", t.message_id AS "messageId", t.text AS "text" FROM contact_replies t`,
} as const;

export const conversationWordStore = bindStore({
  /** Adds the words of the next texts to the index. Returns whether more texts may follow. */
  async addSome(db): Promise<boolean> {
    const counts = await Promise.all((Object.keys(sources) as (keyof typeof sources)[]).map((job) => addFrom(db, job)));
    return counts.some((count) => count === textsPerStep);
  },
});

async function addFrom(db: Database, job: keyof typeof sources): Promise<number> {
  const texts = await queryAll<{ id: number; messageId: number; text: string }, 'text'>(
    db,
    `${sources[job]} WHERE t.id > coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0) ORDER BY t.id LIMIT ${textsPerStep}`,
  );
  const entries = texts.map(({ id, messageId, text }) => ({ id, messageId, words: searchWords(text) }));
  // The conversation may have been erased since its text was read.
  for (const part of jsonParts(entries))
    await batch(db, [
      statement(
        `INSERT INTO contact_words (word, message_id)
         SELECT w.value, t.id FROM json_each(?1) v CROSS JOIN contact_messages t ON t.id = v.value ->> 'messageId' AND t.message <> '(erased)',
           json_each(v.value, '$.words') w WHERE true
         ON CONFLICT (word, message_id) DO NOTHING`,
        [part],
      ),
      statement(
        `INSERT INTO job_progress (job, through_id) SELECT ?2, max(v.value ->> 'id') FROM json_each(?1) v WHERE true
         ON CONFLICT (job) DO UPDATE SET through_id = max(through_id, excluded.through_id)`,
        [part, job],
      ),
    ]);
  return texts.length;
}
