import { theServer } from '@app/platform/db/database.ts'
import { mailServers } from '@app/platform/test/mail/mail-servers.ts'
import { expect, test } from 'vitest'
import { isOptional, isSwitchedOff } from '#mails/notifications.ts'
import { templates } from '#mails/templates.ts'

const TROUBLE = {
  template: 'sync_trouble',
  params: { project: 'Boat', repository: 'ada/boat', link: { on: 'site', path: '/projects' } },
}

test('a mail that its reader has switched off does not leave, however late they did so', async () => {
  const { db, mailbox, queue, rows, startSending } = await mailServers({
    templates,
    optional: { isOptional, isSwitchedOff },
  })
  await signUp('ada@example.test')
  await queue({ ...TROUBLE, to: 'Ada@example.test', key: 'ada' })
  await queue({ ...TROUBLE, to: 'somebody@example.test', key: 'somebody' })
  await queue({ to: 'ada@example.test', key: 'account' })
  await ask('update public.users set notify_sync_trouble = false')

  const server = await startSending()
  await server.drain()

  expect((await mailbox.arrived()).map(({ to, subject }) => [to[0], subject]).sort()).toEqual([
    ['ada@example.test', 'Confirm your email address'],
    ['somebody@example.test', 'Boat couldn’t be synced'],
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
