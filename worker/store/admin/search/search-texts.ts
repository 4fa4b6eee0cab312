import { maxSearchedTexts } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { searchCondition } from './search.ts';
import { cards, type Lookup, members, messages } from './search-ids.ts';

/** The highest Unicode character. A prefix followed by it sorts after every text with that prefix. */
const highestCharacter = '\u{10ffff}';

export function textLookups(q: string): Lookup[] {
  return [...membersByName(q), lookUpCards(q), lookUpMessages(q)];
}

/** Looks up members by a prefix of their name, using an index on lower-case text. SQLite's lower() handles only ASCII. */
function membersByName(q: string): Lookup[] {
  const lowerQuery = q.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const matchPrefix = (name: string, begins: string, condition = '') =>
    members(
      'name',
      `users u WHERE u.erased_at IS NULL${condition} AND ${name} >= ?1 AND ${name} < ?2 ORDER BY ${name}`,
      begins,
      `${begins}${highestCharacter}`,
    );
  return [
    matchPrefix("lower(coalesce(u.first_name || ' ' || u.last_name, u.username, u.email))", lowerQuery),
    matchPrefix('lower(u.last_name)', lowerQuery, ' AND u.last_name IS NOT NULL'),
    matchPrefix('u.username_key', comparisonKey(q)),
    matchPrefix('u.email_key', comparisonKey(q)),
  ];
}

function lookUpCards(q: string): Lookup {
  const values: string[] = [];
  const matchesCard = searchCondition(
    "coalesce(location, '') || char(10) || coalesce(description, '')",
    q,
    (value) => `?${values.push(value)}`,
  );
  const newestCards = `SELECT id, card_id, location, description, user_id, status, available_at FROM cache_cards
    WHERE available_at IS NOT NULL ORDER BY created_at DESC LIMIT ${maxSearchedTexts}`;
  return cards('text', `(SELECT * FROM (${newestCards}) WHERE ${matchesCard}) c`, ...values);
}

function lookUpMessages(q: string): Lookup {
  const values: string[] = [];
  const matchesMessage = searchCondition('name || char(10) || email || char(10) || message', q, (value) => `?${values.push(value)}`);
  const newestMessages = `SELECT id, name, email, message FROM contact_messages ORDER BY id DESC LIMIT ${maxSearchedTexts}`;
  return messages('text', `(SELECT * FROM (${newestMessages}) WHERE ${matchesMessage}) t`, ...values);
}
