import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newFolder } from '#test/functions/function-folder.ts'
import { startStorage } from '#test/storage/storage-server.ts'
import { FILES, hostedProject, TOTP_SECRET } from './hosted-project.ts'
import { clientOf, newProject } from './test-project.ts'

let hosted: Awaited<ReturnType<typeof hostedProject>>
beforeAll(async () => {
  hosted = await hostedProject()
})
afterAll(() => hosted.stop())

const OLD_SECRET = 'the-secret-that-signed-the-keys-of-the-hosted-project'

test('a hosted project becomes a running one, and its accounts, files and keys stay good', async () => {
  const [files, broken] = [await storageWithFiles(), await brokenStorage()]
  const project = await newProject({
    'migrations/1_boats.sql': 'create table public.boats (id int);',
    'seed.sql': 'select 1/0;',
  })
  const from = ['--from', hosted.url]

  const key = { SUPABASE_SERVICE_ROLE_KEY: files.key }
  const keyFile = join(newFolder({ key: `${files.key}\n` }), 'key')

  const first = await project.runWith(key, 'import', ...from, '--storage', broken)
  const second = await project.run(
    'import',
    ...from,
    ...['--storage', files.url, '--key-file', keyFile],
  )
  const checked = await project.run('import', '--check', ...from, '--sign-ins', signIns())
  const { printed } = await project.start({ JWT_SECRET: OLD_SECRET })

  expect(first).toMatchObject({ code: 0, complaint: '' })
  expect(lines(first.printed)).toEqual(expect.arrayContaining(CARRIED))
  expect(lines(second.printed)).toContain('carried 3 files')
  expect(checked).toMatchObject({ code: 0, complaint: '' })
  expect(checked.printed).toContain(
    'equal      rows of public.boats: 2 of 2, 2 of 2 compared are equal',
  )
  expect(checked.printed).toContain('equal      passwords of kind 2a: 1 of 1 sign in')

  const [client, other] = [clientOf(printed()), clientOf(printed())]
  const ada = await client.auth.signInWithPassword(ofPerson('ada'))
  const proved = await client.auth.mfa.challengeAndVerify({
    factorId: ada.data.user?.factors?.[0]?.id ?? '',
    code: new TOTP({ secret: TOTP_SECRET }).generate(),
  })
  const file = await client.storage.from('photos').download('a/b.txt')
  const bob = await other.auth.signInWithPassword(ofPerson('bob'))
  const eve = await other.auth.signInWithPassword({ ...ofPerson('eve'), password: 'secret-of-ada' })
  const created = await other.auth.signUp({ email: 'new@example.test', password: 'secret-22' })

  expect([ada.error, proved.error, bob.error, created.error]).toEqual([null, null, null, null])
  expect(eve.error?.code).toBe('user_banned')
  expect(await file.data?.text()).toBe(FILES['a/b.txt'])

  const columns = 'name, rig, doubled, raw, tags, facts, seen'
  const boats = await client.from('boats').select(columns).order('id')
  const profiles = await clientOf(printed(), 'SERVICE_ROLE_KEY')
    .from('profiles')
    .select('nick')
    .eq('id', created.data.user?.id ?? '')
  const byOldKey = await fetch(`${apiUrl(printed())}/rest/v1/boats?select=id`, {
    headers: { apikey: await oldKey() },
  })

  expect(boats.data).toEqual([
    {
      name: `tab\there\nline \\N \\. 'quoted' $$ ; 🚢`,
      rig: 'ketch',
      doubled: 25,
      raw: '\\x00ff5c',
      tags: ['a', 'b c', null],
      facts: { a: '\\' },
      seen: '2026-01-02T01:04:05.678901+00:00',
    },
    { name: '\\N', rig: 'sloop', doubled: null, raw: null, tags: [], facts: null, seen: null },
  ])
  expect(profiles.data).toEqual([{ nick: 'by trigger' }])
  expect([byOldKey.status, await byOldKey.json()]).toEqual([200, [{ id: 1 }, { id: 2 }]])
})

const CARRIED = [
  'carried 3 accounts',
  'carried 2 identities',
  'carried 1 second factors: authenticator apps',
  'carried 1 buckets',
  'carried 2 rows of public.boats',
  'carried 1 rows of public.logs_2026',
  'changed 1 migrations of the folder they count as applied',
  'left out 1 second factors: encrypted codes their owners sign in without, until they set one up again',
  'left out 1 rows of auth.sessions everybody signs in again',
  'left out 1 rows of cron.job no pg_cron: run them by a scheduler of your own',
  'left out 1 rows of vault.secrets sealed with a key of the hosted platform',
  'left out 1 file photos/a its bytes differ from what the dump says',
  'left out 1 file photos/a/b.txt its download failed: terminated',
  'left out 1 file photos/sp ace/c.txt the source does not have it',
]

test('a key is no argument, and files are not asked for without one', async () => {
  const project = await newProject({})
  const from = ['import', '--from', hosted.url, '--storage', 'http://127.0.0.1:1']

  const shown = await project.run(...from, '--key', 'sb_secret_shown')
  const absent = await project.run(...from)

  expect([shown.code, absent.code]).toEqual([1, 1])
  expect(shown.complaint).toContain('use --key-file or SUPABASE_SERVICE_ROLE_KEY')
  expect(shown.complaint).not.toContain('sb_secret_shown')
  expect(absent.complaint).toContain('--storage needs a key')
})

test('a reset after an import is asked for twice, and says how to import again', async () => {
  const project = await newProject({})
  const folder = newFolder({ 'dump.sql': 'create table public.boats (id int);' })
  const again = `platform import --from '${join(folder, 'dump.sql')}'`
  await project.run('import', '--from', join(folder, 'dump.sql'))

  const unconfirmed = await project.run('reset')
  const reset = await project.run('reset', '--yes')

  expect(unconfirmed.code).toBe(1)
  expect(unconfirmed.complaint).toContain(`${again}\nMigrations and seeds do not bring it back`)
  expect(reset).toMatchObject({ code: 0, complaint: '' })
  expect(reset.printed).toContain(`What was imported is gone. To import it again: ${again}`)
  expect((await project.run('reset', '--yes')).printed).not.toContain('imported')
})

test('a dump that cannot be imported names its file and line, and changes nothing', async () => {
  const project = await newProject({})
  const table = 'create table public.boats (id int, name text);\n'
  const missing = `create extension "pg_cron";\n${table}select cron.schedule('a');`
  const broken = `${table}alter table public.boats add primary key (id);
    create table public.sails (boat int references public.boats);\ninsert into public.sails values (7);`
  const large = `${table}alter table public.boats owner to nobody_here;
    grant select on public.boats to nobody_here, service_role;
    COPY public.boats (id, name) FROM stdin;\n1\t${'x'.repeat(100_000_000)}\n\\.\n`
  const importText = (text: string) => {
    const file = join(newFolder({}), 'dump.sql')
    writeFileSync(file, text)
    return project.run('import', '--from', file)
  }

  const [withoutExtension, contradiction] = [await importText(missing), await importText(broken)]
  const imported = await importText(large)

  expect(withoutExtension.complaint).toMatch(
    /^dump\.sql, line 3: schema "cron" does not exist\n.*pg_cron \(dump\.sql, line 1\)/,
  )
  expect(contradiction.complaint).toMatch(/contradicts itself: .* violates foreign key constraint/)
  expect(imported.complaint).toBe('')
  expect(lines(imported.printed)).toEqual([
    'carried 1 rows of public.boats',
    'changed 1 owners the login role owns everything',
    'left out 1 functions bring them with: supabase functions download',
  ])
})

/** Another installation of the storage API, with the files of the project. */
async function storageWithFiles() {
  const source = await startStorage()
  const bucket = await source.bucket('photos')
  for (const [name, text] of Object.entries(FILES)) {
    const { error } = await bucket.upload(name, Buffer.from(text))
    expect(error).toBeNull()
  }

  return { url: source.url, key: await source.tokenOf(source.service) }
}

/** Answers other bytes of the same size, a part, or that there is no such file. */
async function brokenStorage(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('/a')) response.end('b file')
    else if (url.endsWith('/b.txt')) {
      response.writeHead(200, { 'content-length': 18 })
      response.write('one', () => response.destroy())
    } else response.writeHead(400).end('{"statusCode":"404","error":"not_found"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return `http://127.0.0.1:${port}`
}

const ofPerson = (name: string) => ({
  email: `${name}@example.test`,
  password: `secret-of-${name}`,
})

const oldKey = () =>
  new SignJWT({ role: 'anon', iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1y')
    .sign(new TextEncoder().encode(OLD_SECRET))

const apiUrl = (printed: string) => /^API_URL +(\S+)$/m.exec(printed)?.[1] ?? ''

function signIns(): string {
  const file = join(newFolder({}), 'sign-ins')
  writeFileSync(file, 'ada@example.test secret-of-ada\nbob@example.test secret-of-bob\n')

  return file
}

/** Without the blanks of its columns. */
const lines = (printed: string) =>
  printed.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
