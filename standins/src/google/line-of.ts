import type { PersonLine } from '#oauth/person-line.ts'
import { type Person, pictureOf } from './person.ts'

export const lineOf = (person: Person): PersonLine => ({
  picture: pictureOf(person),
  name: person.name,
  detail: person.hostedDomain ? `of ${person.hostedDomain}` : '',
  note: person.emailVerified ? person.email : `${person.email}, not verified`,
})
