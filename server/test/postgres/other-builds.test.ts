import { theServer } from '@app/platform/db/database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { expect, test } from 'vitest'
import { encode } from '#http/pages/encodings.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { startTestServer } from '#test/test-server.ts'

const TEXT = `export const words = '${'of another build '.repeat(50)}'`
const SCRIPT = '/assets/words-0123abcd.js'
const LARGE = '/assets/film-0123abcd.webm'

test('a server answers for the scripts of another build, also after that has left', async () => {
  const db = await recycledDatabase()
  const other = await startTestServer({ db, adjustWeb: withOtherFiles })
  await other.warm()
  await other.stop()
  const { url } = await startTestServer({ db })

  const script = await fetch(url + SCRIPT, { headers: { 'accept-encoding': 'br' } })
  const again = await fetch(url + SCRIPT)
  const film = await fetch(url + LARGE, { headers: { range: 'bytes=1-2' } })

  expect(script.status).toBe(200)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await script.text()).toBe(TEXT)
  expect(await again.text()).toBe(TEXT)
  expect([film.status, new Uint8Array(await film.arrayBuffer())]).toEqual([
    206,
    new Uint8Array([1, 2]),
  ])
})

test('files without a digest in their name, and unknown ones, are a plain 404', async () => {
  const db = await recycledDatabase()
  const other = await startTestServer({ db, adjustWeb: withOtherFiles })
  await other.warm()
  const { url } = await startTestServer({ db })

  for (const path of ['/assets/words.js', '/assets/gone-0123abcd.js', '/words-0123abcd.js']) {
    const answer = await fetch(url + path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
})

test('files that no build has used for a fortnight are forgotten, others are stored once', async () => {
  const db = await recycledDatabase()
  const first = await startTestServer({ db, adjustWeb: withOtherFiles })
  await first.warm()
  const age = (path: string, days: number) =>
    db.ask(theServer, {
      text: `update app.web_assets set used_at = now() - $2 * interval '1 day' where path = $1`,
      values: [path, days],
    })
  await age(SCRIPT, 15)
  await age(LARGE, 13)

  const second = await startTestServer({ db })
  await second.warm()
  const { rows } = await db.ask<{ path: string }>(theServer, {
    text: `select path from app.web_assets where path = any ($1) or used_at < now() - interval '1 hour'`,
    values: [[SCRIPT, LARGE]],
  })

  expect(rows).toEqual([{ path: LARGE }])
})

const withOtherFiles = (web: WebBuild): WebBuild => ({
  ...web,
  assets: new Map([
    ...web.assets,
    [SCRIPT, encode(Buffer.from(TEXT), 'text/javascript; charset=utf-8', 1)],
    ['/assets/words.js', encode(Buffer.from(TEXT), 'text/javascript; charset=utf-8', 1)],
    [
      LARGE,
      encode(Buffer.from(Uint8Array.from({ length: 600_000 }, (_, i) => i % 251)), 'video/webm', 1),
    ],
  ]),
})
