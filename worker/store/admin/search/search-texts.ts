import { maxSearchedTexts } from '#schema/rules.ts';
import { conversationsWithWords } from '#worker/store/messages/conversation-words.ts';
import { searchCondition } from './search.ts';
import { cards, type Lookup, messages } from './search-ids.ts';

/** Looks up cards and messages by any part of their texts, and conversations of any age by their words. */
export function textLookups(q: string): Lookup[] {
  return [lookUpCards(q), lookUpMessages(q), ...lookUpConversations(q)];
}

function lookUpCards(q: string): Lookup {
  const values: string[] = [];
  const matchesCard = searchCondition(
    { search: "coalesce(location, '') || char(10) || coalesce(description, '')" },
    q,
    (value) => `?${values.push(value)}`,
  );
  const newestCards = `SELECT id, card_id, location, description, user_id, status, available_at FROM cache_cards
    WHERE available_at IS NOT NULL ORDER BY created_at DESC LIMIT ${maxSearchedTexts}`;
  return cards('text', `(SELECT * FROM (${newestCards}) WHERE ${matchesCard}) c`, ...values);
}

function lookUpMessages(q: string): Lookup {
  const values: string[] = [];
  const matchesMessage = searchCondition(
    { search: 'name || char(10) || email || char(10) || message' },
    q,
    (value) => `?${values.push(value)}`,
  );
  const newestMessages = `SELECT id, name, email, message FROM contact_messages ORDER BY id DESC LIMIT ${maxSearchedTexts}`;
  return messages('text', `(SELECT * FROM (${newestMessages}) WHERE ${matchesMessage}) t`, ...values);
}

/** Includes replies. New texts are found once `tend-inbox` has indexed their words. */
function lookUpConversations(q: string): Lookup[] {
  const values: (string | number)[] = [];
  const conversationIds = conversationsWithWords(q, (value) => `?${values.push(value)}`);
  if (conversationIds === undefined) return [];
  return [messages('text', `(${conversationIds}) w CROSS JOIN contact_messages t ON t.id = w.id`, ...values)];
}
