import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomCases } from '@app/platform/test/random-cases.ts'
import { startCheckout } from '@app/standins/checkout'
import { expect, onTestFinished, test } from 'vitest'
import { randomOf } from '#test/seeded-random.ts'
import { startAdminServer } from './admin-server.ts'
import { type Call, randomCall } from './random-call.ts'

const CALLS = Number(process.env.ADMIN_CALLS ?? randomCases({ usual: 160, all: 400 }))
/** Less than what one admin may write in a minute. */
const CALLS_PER_ADMIN = 40
/** No repository for feedback is configured here. */
const EXPECTED = ['feedback_repo_missing']

test.each([115, Number(process.env.ADMIN_SEED ?? randomInt(2 ** 31))])(
  'no call of the admin area is answered as a failure of ours (seed %i)',
  async (seed) => {
    const server = await startAdminServer({ env: await provider() })
    const random = randomOf(seed)
    const failures: unknown[] = []
    let admin = await server.newAdmin()

    for (let made = 0; made < CALLS; made++) {
      if (made % CALLS_PER_ADMIN === 0) admin = await server.newAdmin()
      const call = randomCall(random)
      const { status, text } = await send(server, admin.token, call)
      if (status >= 500 && !EXPECTED.some((code) => text.includes(code))) {
        failures.push({ ...call, status, text })
      }
    }

    expect(failures).toEqual([])
  },
)

type Server = Awaited<ReturnType<typeof startAdminServer>>

async function send({ url, keys }: Server, token: string, { path, body }: Call) {
  const isService = path.startsWith('/auth/')
  const answer = await fetch(url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: isService ? keys.secret : keys.publishable,
      authorization: `Bearer ${isService ? keys.secret : token}`,
    },
    ...(body !== null && { body }),
  })

  return { status: answer.status, text: await answer.text() }
}

async function provider() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-random-'))
  const checkout = await startCheckout({ dataDir, productUrl: 'http://127.0.0.1:9' })
  onTestFinished(async () => {
    await checkout.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return checkout.env
}
