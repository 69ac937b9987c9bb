import type { MergeValue } from '@app/contract/newsletter'
import { cut } from '@app/contract/storable'
import { askJson } from '@app/platform/outside/ask-json.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import * as z from 'zod/mini'

const PROVIDER = 'newsletter'

type Options = {
  url: string
  account: string
  list: string
  group: string
  /** The service's tag ids, replacing the form's tags. */
  tags: readonly string[]
  limitMs: number
}

export type Subscription = {
  email: string
  firstName: string
  lastName: string
  /** Bits of the interest group. */
  bits: readonly number[]
  /** Names as in the service's form. */
  tags: readonly string[]
  /** Further merge fields by their tag. */
  fields: Readonly<Record<string, MergeValue>>
}

export type ListAnswer = {
  isAccepted: boolean
  /** Plain text. */
  words: string
  /** The index of the field that it concerns; null for none. */
  fieldIndex: number | null
}

export type MailingList = { subscribe(subscription: Subscription): Promise<ListAnswer> }

const listAnswer = z.object({ result: z.enum(['success', 'error']), msg: z.string() })

/**
 * The mailing service, called like its embedded form. It always answers 200; an unexpected format means that it is unavailable.
 */
export function mailingList(options: Options): MailingList {
  return {
    subscribe: async (subscription) => {
      const { body } = await askJson({
        provider: PROVIDER,
        url: `${options.url}/subscribe/post-json?${queryOf(options, subscription)}`,
        limitMs: options.limitMs,
        headers: { accept: 'application/json' },
      })
      const answer = z.safeParse(listAnswer, body)
      if (!answer.success) throw new ProviderError(PROVIDER, 'unavailable', 'answered nonsense')

      const { result, msg } = answer.data
      return { isAccepted: result === 'success', ...wordsOf(msg) }
    },
  }
}

function queryOf({ account, list, group, tags }: Options, subscription: Subscription) {
  const { email, firstName, lastName, bits, fields } = subscription
  const named = tags.length > 0 ? tags : subscription.tags
  const query = new URLSearchParams({ u: account, id: list, EMAIL: email })

  if (firstName) query.set('FNAME', firstName)
  if (lastName) query.set('LNAME', lastName)
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') query.set(name, value)
    else for (const [part, text] of Object.entries(value)) query.set(`${name}[${part}]`, text ?? '')
  }
  for (const bit of bits) query.set(`group[${group}][${bit}]`, String(bit))
  if (named.length > 0) query.set('tags', named.join(','))
  return query
}

/** The search for unclosed links is quadratic, so the text is limited. */
const LONGEST_MESSAGE = 2000

/** Messages are HTML, sometimes prefixed with a field's index: `0 - Please enter …`. */
function wordsOf(msg: string): Pick<ListAnswer, 'words' | 'fieldIndex'> {
  const sentences = cut(msg, LONGEST_MESSAGE)
  const [, index, rest = sentences] = /^(\d{1,3}) - (.*)$/s.exec(sentences) ?? []

  return { words: plainText(rest), fieldIndex: index === undefined ? null : Number(index) }
}

/** Removes links, whose "click here" makes no sense in plain text. */
const plainText = (html: string): string =>
  html
    .replace(/<a\b[^>]*>.*?<\/a\s*>/gis, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d{1,5}|\w+);/g, (entity, name: string) => characterOf(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const characterOf = (name: string): string | undefined =>
  name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : ENTITIES[name]
