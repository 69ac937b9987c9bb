import type { Clock } from '@app/platform/clock/clock.ts'
import { testPeople as peopleOfPlatform } from '@app/platform/test/test-people.ts'

/** A database with a member, another member and an admin. */
export async function testPeople(clock?: Clock) {
  const people = await peopleOfPlatform(clock)
  const admin = await people.signUp('admin@example.test')
  await people.sql(`update public.users set role = 'admin' where id = $1`, [admin.id])

  return { ...people, admin }
}
