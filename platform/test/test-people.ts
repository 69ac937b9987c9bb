import { randomUUID } from 'node:crypto'
import type { Clock } from '#clock/clock.ts'
import { type Caller, type Database, serviceRole, theServer, visitor } from '#db/database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'

export type Person = Caller & { id: string; email: string }

/** A database with two users. */
export async function testPeople(clock?: Clock) {
  const db = await recycledDatabase(clock)
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.ask<Row>(theServer, { text, values })).rows
  const asks = async <Row = Record<string, unknown>>(
    person: Caller,
    text: string,
    values: unknown[] = [],
  ) => (await db.ask<Row>(person, { text, values })).rows
  const signUp = (email: string, metadata: object = {}) => signUpPerson(db, email, metadata)

  const member = await signUp('member@example.test')
  const other = await signUp('other@example.test')

  return { db, sql, asks, signUp, withAal2, visitor, member, other, service: serviceRole }
}

async function signUpPerson(db: Database, email: string, metadata: object): Promise<Person> {
  const id = randomUUID()
  await db.ask(theServer, {
    text: `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
           values ($1, 'authenticated', 'authenticated', $2, now(), '{"provider":"email","providers":["email"]}', $3)`,
    values: [id, email, JSON.stringify(metadata)],
  })

  return {
    id,
    email,
    role: 'authenticated',
    claims: { sub: id, email, role: 'authenticated', aal: 'aal1' },
  }
}

function withAal2(person: Person): Person {
  return { ...person, claims: { ...person.claims, aal: 'aal2' } }
}
