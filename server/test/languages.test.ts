import { LANGUAGES } from '@app/contract/languages'
import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { useLanguages } from '#members/languages-table.ts'
import { testPeople } from './test-people.ts'
import { startTestServer } from './test-server.ts'

const CHOOSE = 'update public.users set language = $1 where id = auth.uid() returning language'

test('a profile has one of the contract’s languages, and another one is a broken check', async () => {
  const { db, asks, member } = await testPeople()
  await startTestServer({ db })

  for (const language of LANGUAGES) {
    expect(await asks(member, CHOOSE, [language])).toEqual([{ language }])
  }
  await expect(asks(member, CHOOSE, ['xx'])).rejects.toMatchObject({
    code: '23514',
    message: expect.stringContaining('users_language_check'),
  })
})

test('a further language of the list is one for profiles and sign-ups, with no other change', async () => {
  const { db, asks, sql, member, signUp } = await testPeople()

  await useLanguages(db, [...LANGUAGES, 'eo'])
  const newcomer = await signUp('eo@example.test', { language: 'eo' })
  const unknown = await signUp('xx@example.test', { language: 'xx' })

  expect(await asks(member, CHOOSE, ['eo'])).toEqual([{ language: 'eo' }])
  expect(
    await sql('select language from public.users where id in ($1, $2) order by language', [
      newcomer.id,
      unknown.id,
    ]),
  ).toEqual([{ language: 'en' }, { language: 'eo' }])
  // Other tests begin with the contract's own.
  await db.ask(theServer, { text: `delete from public.users where language = 'eo'` })
  await db.ask(theServer, { text: `delete from app.languages where code = 'eo'` })
})
