import { indexOfWord, type Word } from './statement-words.ts'

/** Whether there is a role of this name. */
export type RoleNames = (name: string) => boolean

type Grantees = {
  /** The statement without roles that there are not; null: there is none of them. */
  text: string | null
  all: string[]
}

/** Words that stand for whoever asks. */
const PSEUDO = new Set(['public', 'current_user', 'session_user', 'current_role'])
const AFTER_LIST = new Set(['using', 'with', 'granted', 'cascade', 'restrict'])

/** The roles after `to` or `from`. A statement without such a list holds for all. */
export function grantees(
  text: string,
  words: readonly Word[],
  keyword: 'to' | 'from',
  exists: RoleNames,
): Grantees {
  const isPolicy = words[1]?.text === 'policy'
  const at = isPolicy ? policyList(words) : lastIndexOf(words, keyword)
  const list = at === -1 ? [] : listAt(words, at + 1)
  const all = list.map((word) => word.text)
  const kept = list.filter((word) => (!word.isQuoted && PSEUDO.has(word.text)) || exists(word.text))
  const [first, last] = [list.at(0), list.at(-1)]
  if (!first || !last || kept.length === list.length) return { text, all }
  if (kept.length === 0) return { text: null, all }

  const names = kept.map(({ from, to }) => text.slice(from, to)).join(', ')
  return { text: text.slice(0, first.from) + names + text.slice(last.to), all }
}

/** Of a policy: before its expressions, which may have the word too. */
function policyList(words: readonly Word[]): number {
  const at = indexOfWord(words, 'to', indexOfWord(words, 'on', 3))
  const expression = words.findIndex(({ text, isQuoted }) => text === '(' && !isQuoted)

  return expression !== -1 && at > expression ? -1 : at
}

function lastIndexOf(words: readonly Word[], keyword: string): number {
  return words.findLastIndex(({ text, isQuoted }) => !isQuoted && text === keyword)
}

function listAt(words: readonly Word[], from: number): Word[] {
  const list: Word[] = []
  for (const word of words.slice(from)) {
    if (!word.isQuoted && AFTER_LIST.has(word.text)) break
    if (word.isQuoted || word.text !== ',') list.push(word)
  }

  return list
}
