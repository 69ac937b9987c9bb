import { SEEDED_DESCRIPTIONS } from '@app/contract/public-content'
import { theServer } from '@app/platform/db/database.ts'
import { expect, test, vi } from 'vitest'
import { folders } from '#compose/folders.ts'
import { seedContent } from '#compose/seed.ts'
import { startTestServer } from './test-server.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

test.each(['/pricing', '/upgrade'])(
  '%s shows what is for sale, the cheapest first',
  async (path) => {
    const server = await startTestServer()
    await sell(server, 'Pro Annual', 41.5)
    await sell(server, 'Pro Monthly', 4.25)
    await sell(server, 'Pro Lifetime', 400, false)

    // The last change: when the page has it, it has both.
    const page = await pageWith(server, path, '$4.25')

    expect(page.indexOf('$41.50')).toBeGreaterThan(0)
    expect(page.indexOf('$4.25')).toBeLessThan(page.indexOf('$41.50'))
    expect(page).not.toContain('Pro Lifetime')
  },
)

test('a new price stands in the page without a restart, under another tag', async () => {
  const server = await startTestServer()
  await sell(server, 'Pro Monthly', 4.25)
  await pageWith(server, '/pricing', '$4.25')
  const before = await fetch(`${server.url}/pricing`)

  await change(server, `update public.plans set price = 5.75`)
  await pageWith(server, '/pricing', '$5.75')

  const after = await fetch(`${server.url}/pricing`)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('seeded words are shown translated until an admin changes them; then everybody reads those', async () => {
  const server = await startTestServer()
  await seedContent(server.db, folders.seed)
  const seeded = await server.db.ask<{ name: string; description: string }>(theServer, {
    text: 'select name, description from public.plans',
  })
  await pageWith(server, '/pricing?lang=es', '>Para quien hace push a diario.<')

  await change(
    server,
    `update public.plans set description = 'For studios.' where name = 'Pro Monthly'`,
  )

  expect(
    Object.fromEntries(seeded.rows.map(({ name, description }) => [name, description])),
  ).toEqual(SEEDED_DESCRIPTIONS)
  for (const language of ['en', 'es']) {
    await pageWith(server, `/pricing?lang=${language}`, '>For studios.<')
  }
})

test('where signing in is not offered, no plan asks for it', async () => {
  const server = await startTestServer({ env: { SHOW_SIGN_IN: 'false' } })
  await seedContent(server.db, folders.seed)

  const page = await pageWith(server, '/pricing', '$4')

  expect(page).not.toContain('Sign in to choose')
  expect(page).not.toContain('/login?plan=')
})

test('a change that shows nowhere leaves the pages as they are', async () => {
  const server = await startTestServer()
  await sell(server, 'Pro Monthly', 4.25)
  await pageWith(server, '/pricing', '$4.25')
  const before = await fetch(`${server.url}/pricing`)
  const etag = before.headers.get('etag') ?? ''

  await sell(server, 'Pro Lifetime', 400, false)

  const again = await fetch(`${server.url}/pricing`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('the landing page shows the resources, and hears of new ones', async () => {
  const server = await startTestServer()
  await change(
    server,
    `with category as (
       insert into public.resource_categories (code, name_en, name_es)
       values ('harbours', 'Harbours', 'Puertos') returning id
     )
     insert into public.resources (category_id, title_en, title_es, url, is_active)
     select id, title, title, '/welcome', title = 'Pilot book'
       from category, (values ('Pilot book'), ('Draft')) as books (title)`,
  )

  const page = await pageWith(server, '/', 'Pilot book')

  expect(page).toContain('Harbours')
  expect(page).not.toContain('Draft')
})

const sell = (server: Server, name: string, price: number, isActive = true) =>
  change(server, 'insert into public.plans (name, price, is_active) values ($1, $2, $3)', [
    name,
    price,
    isActive,
  ])

const change = ({ db }: Server, text: string, values: unknown[] = []) =>
  db.ask(theServer, { text, values })

/** Notifications take a moment to arrive. */
const pageWith = ({ url }: Server, path: string, words: string) =>
  vi.waitFor(async () => {
    const page = await (await fetch(`${url}${path}`)).text()
    expect(page).toContain(words)
    return page
  })
