import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

export type Query = {
  words: string[]
  /** Accounts in `user:` and `org:`. */
  logins: string[]
  qualifiers: [string, string][]
}

const MAX_CHARACTERS = 256

/** undefined: no words and no qualifiers, or too many of them. */
export function readQuery(text: string | undefined): Query | undefined {
  const parts = (text ?? '').split(/\s+/).filter(Boolean)
  if (parts.length === 0 || (text ?? '').length > MAX_CHARACTERS) return undefined
  const pairs = parts
    .map((part) => /^([a-z]+):(.+)$/i.exec(part))
    .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as [string, string]] : []))
  const isAccount = ([name]: [string, string]) => name === 'user' || name === 'org'

  return {
    words: parts.filter((part) => !/^[a-z]+:.+$/i.test(part)).map((part) => part.toLowerCase()),
    logins: pairs.filter(isAccount).map(([, login]) => login),
    qualifiers: pairs.filter((pair) => !isAccount(pair)),
  }
}

/** Matches words and qualifiers; accounts are filtered before. */
export function matchesQuery({ words, qualifiers }: Query, repository: Repository): boolean {
  const where = qualifiers.find(([name]) => name === 'in')?.[1] ?? 'name,description'
  const texts = [
    ...(where.includes('name') ? [repository.name] : []),
    ...(where.includes('description') ? [repository.description ?? ''] : []),
  ].map((text) => text.toLowerCase())

  return (
    words.every((word) => texts.some((text) => text.includes(word))) &&
    qualifiers.every(([name, value]) => matchesQualifier(repository, name, value))
  )
}

function matchesQualifier(repository: Repository, name: string, value: string): boolean {
  const { isPrivate, isArchived, isFork, language } = repository
  if (name === 'is' || name === 'visibility') {
    if (value === 'public' || value === 'private') return isPrivate === (value === 'private')
  }
  if (name === 'archived') return isArchived === (value === 'true')
  if (name === 'fork') return value !== 'only' || isFork
  if (name === 'language') return language?.toLowerCase() === value.toLowerCase()

  return true
}

/** The requested accounts; undefined if one of them does not exist. */
export function accountsIn({ memory: { people } }: GithubNeeds, { logins }: Query) {
  const found = logins.map((login) => people.accountOf(login))
  const known = found.flatMap((one) => one ?? [])

  return known.length === found.length ? known : undefined
}
