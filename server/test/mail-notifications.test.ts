import { theServer } from '@app/platform/db/database.ts'
import type { Mail } from '@app/platform/mail/outbox.ts'
import { expect, test } from 'vitest'
import { mailHouse } from '@app/platform/test/mail/mail-servers.ts'

const TROUBLE: Partial<Mail> = {
  template: 'sync_trouble',
  params: { project: 'Boat', repository: 'ada/boat', link: { on: 'site', path: '/projects' } },
}

test('a mail that its reader has switched off does not leave, however late he did so', async () => {
  const { db, office, queue, rows, startSending } = await mailHouse()
  await signUp('ada@example.test')
  await queue({ ...TROUBLE, to: 'Ada@example.test', key: 'ada' } as Partial<Mail>)
  await queue({ ...TROUBLE, to: 'stranger@example.test', key: 'stranger' } as Partial<Mail>)
  await queue({ to: 'ada@example.test', key: 'account' })
  await ask('update public.users set notify_sync_trouble = false')

  const server = await startSending()
  await server.drain()

  expect((await office.arrived()).map(({ to, subject }) => [to[0], subject]).sort()).toEqual([
    ['ada@example.test', 'Confirm your email address'],
    ['stranger@example.test', 'Boat could not be synced'],
  ])
  expect((await rows()).map(({ has_failed, is_sent }) => [has_failed, is_sent])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ])

  async function ask(text: string, values: unknown[] = []) {
    await db.ask(theServer, { text, values })
  }

  async function signUp(email: string) {
    await ask('insert into auth.users (email) values ($1)', [email])
  }
})
