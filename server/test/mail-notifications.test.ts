import { randomUUID } from 'node:crypto'
import { theServer } from '@app/platform/db/database.ts'
import { mailServers } from '@app/platform/test/mail/mail-servers.ts'
import { expect, test } from 'vitest'
import { isOptional, isSwitchedOff } from '#mails/notifications.ts'
import { samples } from '#mails/samples.ts'
import { templates } from '#mails/templates.ts'

const BILLING = [
  'subscription_started',
  'subscription_cancelled',
  'subscription_resumed',
  'subscription_ended',
  'payment_receipt',
  'payment_failed',
  'payment_refunded',
] as const

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

test('one switch stops all mails about billing, for its member alone', async () => {
  const { db, mailbox, queue, startSending } = await mailServers({
    templates,
    optional: { isOptional, isSwitchedOff },
  })
  const [ada, grace] = [`${randomUUID()}@example.test`, `${randomUUID()}@example.test`]
  for (const email of [ada, grace]) {
    await db.ask(theServer, {
      text: 'insert into auth.users (email) values ($1)',
      values: [email],
    })
    for (const template of BILLING) {
      await queue({ template, params: samples[template], to: email, key: `${email} ${template}` })
    }
  }
  await db.ask(theServer, {
    text: 'update public.users set notify_billing = false where email = $1',
    values: [ada],
  })

  const server = await startSending()
  await server.drain()

  const arrived = await mailbox.arrived()
  expect(arrived.map(({ to }) => to[0])).toEqual(BILLING.map(() => grace))
  expect(new Set(arrived.map(({ subject }) => subject)).size).toBe(BILLING.length)
})
