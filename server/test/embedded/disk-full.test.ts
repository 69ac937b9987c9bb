import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { embeddedLocation } from '@app/platform/test/fresh-database.ts'
import { expect, test, vi } from 'vitest'
import { runProduct } from '#test/programs/run-product.ts'

const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'

test('a full disk is named, answered 503, and forgotten when there is room', async () => {
  const { dataDir } = embeddedLocation()
  const marker = join(dataDir, 'disk-is-full')
  const { url, logged } = await runProduct({
    DISK_FULL_MARKER: marker,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SEED: 'none',
    LOG_LEVEL: 'warn',
    SECRET_KEY,
  })
  const addPlan = async () => {
    const reply = await fetch(`${url}/rest/v1/plans`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: SECRET_KEY },
      body: JSON.stringify({ name: 'New', price: 1 }),
    })
    return reply.status
  }
  const ready = async () => {
    const reply = await fetch(`${url}/readyz`)
    const { status, code } = (await reply.json()) as { status?: string; code?: string }
    return [reply.status, status ?? code]
  }
  const before = [await addPlan(), await ready()]

  writeFileSync(marker, '')
  const full = [await addPlan(), await addPlan(), await addPlan()]
  const named = await ready()
  rmSync(marker)

  expect(before).toEqual([201, [200, 'ready']])
  expect(full).toEqual([503, 503, 503])
  expect(named).toEqual([503, 'disk_full'])
  expect(logged.join('\n')).toContain("The database's disk is full")
  await vi.waitFor(async () => expect(await ready()).toEqual([200, 'ready']), 60_000)
  expect(await addPlan()).toBe(201)
  const rows = await fetch(`${url}/rest/v1/plans?select=name&name=eq.New`, {
    headers: { apikey: SECRET_KEY },
  })
  expect(await rows.json()).toEqual([{ name: 'New' }, { name: 'New' }])
})
