import { expect, test } from 'vitest'
import { maskBody, visiblePayload } from './mask-body.ts'

const readable = (body: unknown) => JSON.parse(maskBody(JSON.stringify(body)) ?? 'null')

test('addresses, names, links and texts are masked, facts stay', () => {
  const body = {
    meta: {
      event_name: 'subscription_updated',
      custom_data: { user_id: '3f0c8a52-6d1c-4a5e-9d1f-0a1b2c3d4e5f' },
    },
    data: {
      id: '77',
      type: 'subscriptions',
      attributes: {
        user_name: 'Ada Lovelace',
        user_email: 'ada@example.test',
        status: 'active',
        renews_at: '2030-01-02T03:04:05.000000Z',
        test_mode: true,
        urls: { customer_portal: 'https://shop.example.test/billing?signature=secret' },
      },
    },
    commits: [{ id: 'a'.repeat(40), message: 'Rename the secret project' }],
  }

  expect(readable(body)).toEqual({
    meta: body.meta,
    data: {
      ...body.data,
      attributes: {
        ...body.data.attributes,
        user_name: '•••',
        user_email: '•••@•••',
        urls: { customer_portal: '•••' },
      },
    },
    commits: [{ id: 'a'.repeat(40), message: '•••' }],
  })
})

test('names that are used as keys are masked too', () => {
  expect(readable({ 'ada@example.test': 1 })).toEqual({ '•••': 1 })
})

test('nothing is shown of a body that was emptied, or that is no JSON', () => {
  expect(maskBody('{}')).toBeNull()
  expect(maskBody('ada@example.test')).toBe('•••')
})

test('sealed fields of a payload are hidden, at any depth', () => {
  const payload = { id: 'x', sealed: 'enc1.abc', more: { token: 'enc1.def' } }

  expect(JSON.parse(visiblePayload(payload))).toEqual({
    id: 'x',
    sealed: '•••',
    more: { token: '•••' },
  })
})
