import { type Newcomer, personFrom } from './newcomer.ts'
import type { Person } from './person.ts'

const FIRST_ID = 1001
const JOINED_AT = Date.UTC(2021, 4, 17, 9, 30)

/** Three who also have an account with the product, and one for each thing that can be odd about a stranger. */
const DEMO: Newcomer[] = [
  {
    login: 'mia-torres',
    name: 'Mia Torres',
    email: 'member@demo.gitferry.test',
    emailState: 'hidden',
  },
  {
    login: 'priya-nair',
    name: 'Priya Nair',
    email: 'pro@demo.gitferry.test',
    emailState: 'verified',
  },
  {
    login: 'alex-rivera',
    name: 'Alex Rivera',
    email: 'admin@demo.gitferry.test',
    emailState: 'hidden',
  },
  {
    login: 'jonas-weber',
    name: 'Jonas Weber',
    email: 'jonas@example.test',
    emailState: 'verified',
  },
  { login: 'sofia-lind', name: 'Sofía Lind', email: 'sofia@example.test', emailState: 'hidden' },
  {
    login: 'noor-haddad',
    name: 'Noor Haddad',
    email: 'noor@example.test',
    emailState: 'unverified',
  },
  { login: 'sam-okafor', name: '', email: '', emailState: 'none' },
]

export const demoPeople = (): Person[] =>
  DEMO.map((one, i) => personFrom(one, FIRST_ID + i, JOINED_AT))
