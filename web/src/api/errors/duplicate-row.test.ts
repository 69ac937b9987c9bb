import { createTranslator } from '@app/ui/translator.ts'
import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { withReadableDuplicates } from './duplicate-row.ts'
import { userMessage } from './user-message.ts'

const { t } = createTranslator('en', allMessages.en)
const TAKEN = 'This email is already registered. Please use a different email or login.'

test.each([400, 409, 422, 500, 502, 503, 504, 520])(
  'a taken address is told as such with status %d',
  async (status) => {
    expect(await registering({ code: '23505', message: 'Database error' }, status)).toBe(TAKEN)
    expect(await registering({ code: status, error_code: '23505' }, status)).toBe(TAKEN)
    expect(
      await registering(
        { msg: 'duplicate key value violates unique constraint "users_email_key"' },
        status,
      ),
    ).toBe(TAKEN)
  },
)

test('another failure stays what it is', async () => {
  const busy = await registering({ code: '57014', message: 'canceling statement' }, 503)
  const page = await registering('<h1>Bad gateway</h1>', 502)

  expect([busy, page]).toEqual([t('errors.registerFailed'), t('errors.registerFailed')])
})

async function registering(body: unknown, status: number): Promise<string> {
  const answer = typeof body === 'string' ? body : JSON.stringify(body)
  const client = new AuthClient({
    url: 'https://gitferry.test/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    fetch: withReadableDuplicates(async () => new Response(answer, { status })),
  })
  const { error } = await client.signUp({ email: 'a@example.test', password: 'secret-1' })

  return userMessage(t, error, 'errors.registerFailed')
}
