// Over both databases: a dump meets another engine, other rights and other extensions.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '#test/functions/function-folder.ts'
import { FILES, hostedProject, TOTP_SECRET } from './hosted-project.ts'
import { newProject } from './test-project.ts'

let hosted: Awaited<ReturnType<typeof hostedProject>>
beforeAll(async () => {
  hosted = await hostedProject()
})
afterAll(() => hosted.stop())

const EQUAL = [
  'roles.sql',
  'schema.sql',
  'data.sql',
  'storage/photos/a%file',
  'storage/photos/a/b.txt',
]

// Four commands that each start a database, on a machine that may be busy.
const LIMIT_MS = 300_000

test('what was exported and imported again is equal', { timeout: LIMIT_MS }, async () => {
  const [dump, exported, again] = [newFolder({}), newFolder({}), newFolder({})]
  hosted.writeDump(dump)
  writeFiles(join(dump, 'storage/photos'))
  write(join(dump, 'functions/hello/index.ts'), FUNCTION)
  write(join(dump, 'functions/.env'), 'MAIL_KEY=secret')
  const [one, other] = [await newProject({}), await newProject({})]

  const changes = join(dump, 'changes.sql')
  const imported = await one.run('import', '--from', dump, '--from', changes)
  const first = await one.run('export', exported)
  const back = await other.run('import', '--from', exported)
  const second = await other.run('export', again)

  expect([imported, first, back, second].map(({ complaint }) => complaint)).toEqual([
    '',
    '',
    '',
    '',
  ])
  expect(imported.printed).toMatch(/^carried +3 +files$/m)
  expect(imported.printed).toContain('supabase/functions/.env lacks: MAIL_KEY')
  for (const name of [...EQUAL, 'functions/hello/index.ts']) {
    expect(readFileSync(join(again, name), 'utf8'), name).toBe(
      readFileSync(join(exported, name), 'utf8'),
    )
  }
  const schema = readFileSync(join(exported, 'schema.sql'), 'utf8')
  expect(schema).toContain('CREATE TRIGGER "on_signup" AFTER INSERT ON "auth"."users"')
  expect(schema).toContain('CREATE POLICY "own photos" ON "storage"."objects"')
  expect(schema).not.toMatch(/platform_server|service_role passes|CREATE TABLE "auth"|OWNER TO/)
  expect(readFileSync(join(exported, 'data.sql'), 'utf8')).toContain(TOTP_SECRET)
})

const FUNCTION = `Deno.env.get('MAIL_KEY'); Deno.env.get('SUPABASE_URL')`

function writeFiles(folder: string): void {
  write(join(folder, 'a%file'), FILES.a ?? '')
  for (const [name, text] of Object.entries(FILES).slice(1)) write(join(folder, name), text)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
