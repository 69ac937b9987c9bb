import { avatarOf } from '#github/people/organisation.ts'
import { type Person, primaryEmail } from '#github/people/person.ts'
import type { PersonLine } from '#oauth/person-line.ts'

export const lineOf = (person: Person): PersonLine => ({
  picture: avatarOf(person),
  name: person.name ?? person.login,
  detail: person.name === null ? '' : person.login,
  note: emailNote(person),
})

function emailNote(person: Person): string {
  const primary = primaryEmail(person)
  if (!primary) return 'no e-mail address'
  if (!primary.verified) return `${primary.email}, not verified`

  return primary.visibility === 'public' ? primary.email : `${primary.email}, private`
}
