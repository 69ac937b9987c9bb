import { expect, onTestFinished, test } from 'vitest'
import { startNewsletter } from '#newsletter/app.ts'
import { controlOf } from './control-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ASKED =
  'Almost finished... We need to confirm your email address. To complete the subscription process, please click the link in the email we just sent you.'

test('a subscriber is asked to confirm, and is stored with all fields', async () => {
  const list = await openNewsletter()

  const answer = await list.subscribe({
    EMAIL: 'ada@example.test',
    FNAME: 'Ada',
    'group[7][1]': '1',
    'group[7][4]': '4',
    'ADDRESS[city]': 'Graz',
    'PHONE[area]': '316',
    'MMERGE5[month]': '12',
    tags: '11,12',
  })

  expect(answer).toEqual({ result: 'success', msg: ASKED })
  expect(await list.subscribers()).toMatchObject([
    {
      email: 'ada@example.test',
      fields: {
        FNAME: 'Ada',
        'ADDRESS[city]': 'Graz',
        'PHONE[area]': '316',
        'MMERGE5[month]': '12',
      },
      interests: ['Essential Updates', 'Tips & Tutorials'],
      tags: ['11', '12'],
      status: 'pending',
    },
  ])
})

test('with single opt-in, the answer is a thank-you', async () => {
  const list = await openNewsletter()
  await list.control('POST', 'seed', { optIn: 'single' })

  const answer = await list.subscribe({ EMAIL: 'ada@example.test' })

  expect(answer).toEqual({ result: 'success', msg: 'Thank you for subscribing!' })
  expect(await list.subscribers()).toMatchObject([{ status: 'subscribed' }])
})

test.each([
  ['', '0 - Please enter a value'],
  ['ada', '0 - An email address must contain a single @'],
  ['ada@one@two.test', '0 - An email address must contain a single @'],
  [
    'ada@<b>x',
    '0 - The domain portion of the email address is invalid (the portion after the @: &lt;b&gt;x)',
  ],
  [
    'a da@example.test',
    '0 - The username portion of the email address is invalid (the portion before the @: a da)',
  ],
  [
    'fake@example.test',
    'This email address looks fake or invalid. Please enter a real email address.',
  ],
  [
    'throttled@example.test',
    'Recipient &quot;throttled@example.test&quot; has too many recent signup requests',
  ],
])('the address %j is refused in the service’s words', async (email, msg) => {
  const list = await openNewsletter()

  const answer = await list.subscribe({ EMAIL: email })

  expect(answer.result).toBe('error')
  expect(answer.msg.replaceAll('"', '&quot;')).toBe(msg)
  expect(await list.subscribers()).toEqual([])
})

test('somebody who is subscribed is told so, with a link', async () => {
  const list = await openNewsletter()
  await list.control('POST', 'seed', { subscribers: [{ email: 'ada@example.test' }] })

  const answer = await list.subscribe({ EMAIL: 'ADA@example.test' })

  expect(answer.msg).toBe(
    `ADA@example.test is already subscribed to list Gitferry news. <a href="${list.url}/profile?e=ADA%40example.test">Click here to update your profile</a>`,
  )
  expect(await (await fetch(`${list.url}/profile?e=<b>`)).text()).not.toContain('<b>')
})

test('the sixth attempt within five minutes is one too many', async () => {
  const list = await openNewsletter()
  const attempt = () => list.subscribe({ EMAIL: 'ada@example.test' })
  for (let i = 0; i < 5; i++) expect((await attempt()).result).toBe('success')

  const sixth = await attempt()
  await list.control('PUT', 'clock', { offsetMs: 301_000 })
  const later = await attempt()

  expect(sixth.msg).toBe(
    'Too many subscribe attempts for this email address. Please try again in about 5 minutes. (#5624)',
  )
  expect(later.result).toBe('success')
  expect(await list.subscribers()).toHaveLength(1)
})

test('a bot that fills in the honeypot gets the normal answer and is not stored', async () => {
  const list = await openNewsletter()

  const answer = await list.subscribe({
    EMAIL: 'bot@example.test',
    'b_gitferry-local_newsletter': 'I am a program',
  })

  expect(answer.result).toBe('success')
  expect(await list.subscribers()).toEqual([])
})

async function openNewsletter() {
  const { url, close } = await startNewsletter({ dataDir: await temporaryFolder() })
  onTestFinished(close)

  return {
    url,
    control: controlOf(url),
    subscribe: async (fields: Record<string, string>) => {
      const query = new URLSearchParams({ u: 'gitferry-local', id: 'newsletter', ...fields })
      const answer = await fetch(`${url}/subscribe/post-json?${query}`)
      return (await answer.json()) as { result: string; msg: string }
    },
    subscribers: async () => (await fetch(`${url}/api/subscribers`)).json(),
  }
}
