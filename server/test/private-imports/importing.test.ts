// Over both databases: files and jobs.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { FILES, useImports } from './import-server.ts'

const imports = useImports()

test('a private repository is public as a copy for a minute, whole, under a name that tells nothing', async () => {
  const { atGithub, clock, pass, published, row } = imports
  const { cloneId, copy, source, login } = await published()

  const seen = await atGithub(copy.clone_full_name)
  const cloned = await clone(copy.clone_full_name)
  await pass(20)
  const before = await atGithub(copy.clone_full_name)
  await pass((copy.delete_at.getTime() - clock.now().getTime()) / 1000)

  expect(copy.clone_full_name).toMatch(new RegExp(`^${login}/ferry-[a-z2-7]{26}$`))
  expect(seen).toBe('public')
  expect(cloned).toEqual({
    'README.md': '# Tide planner\n',
    'src/tides.ts': 'export const tides = []\n',
    'src/picture.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAE=', 'base64').toString(),
    'run.sh': '#!/bin/sh\n',
    'empty.txt': '',
    executable: ['run.sh'],
  })
  expect(before).toBe('public')
  expect(await atGithub(copy.clone_full_name)).toBe('missing')
  expect(await atGithub(source)).toBe('private')
  const end = await row(cloneId)
  expect(end).toMatchObject({ status: 'deleted', files_all: 5, error_code: null })
  expect(publicMs(end)).toBeLessThanOrEqual(65_000)
})

test('another branch than the default one is copied, slashes and all', async () => {
  const { proMember, start, until, control } = imports
  const { member, login, source } = await proMember()
  const branch = 'feature/näh/1'
  await control('POST', `repositories/${source}/commits`, {
    person: login,
    branch,
    files: { 'only-here.txt': 'here\n' },
  })

  const { body } = await start(member, source, { branch })
  const copy = await until(String(body.cloneId), 'public')

  expect(copy.branch).toBe(branch)
  expect(await clone(copy.clone_full_name)).toHaveProperty('only-here.txt', 'here\n')
})

test('the history of the project that is linked to the source tells of the import', async () => {
  const { testServer, proMember, start, until } = imports
  const { sql } = testServer()
  const { member, source } = await proMember()
  const [owner = '', name = ''] = source.split('/')
  const link = await addRow(sql, 'bolt_projects', {
    user_id: member.id,
    project_name: 'Tides',
    github_repo_owner: owner.toUpperCase(),
    github_repo_name: name,
  })

  const { body } = await start(member, source)
  await until(String(body.cloneId), 'public')

  expect(
    await sql(
      `select direction, result, counts from public.sync_events
         join public.projects on projects.id = sync_events.project_id
        where projects.bolt_project_id = $1 and direction = 'inward'`,
      [link],
    ),
  ).toEqual([{ direction: 'inward', result: 'updated', counts: { files: 5 } }])
})

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const WHOLE_FILE = { column: 1, endColumn: 1, count: 1 }

test('possible secrets are asked about before anything is made at GitHub', async () => {
  const { testServer, proMember, start, until } = imports
  const files = { ...FILES, 'src/key.ts': `\nconst key = '${TOKEN}'\n`, '.env': 'A=1\n' }
  const { member, source } = await proMember(files)
  const before = await creations()

  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  const asking = await until(cloneId, 'asking')
  const between = await creations()
  const answer = await testServer().call('continue-private-import', member.token, {
    body: { cloneId, acceptSecrets: true },
  })
  await until(cloneId, 'public')

  const column = "const key = '".length + 1
  expect(asking.findings).toEqual([
    { path: '.env', line: 1, kind: 'env_file', start: '', ...WHOLE_FILE },
    {
      path: 'src/key.ts',
      line: 2,
      column,
      endColumn: column + TOKEN.length,
      kind: 'github_token',
      start: TOKEN.slice(0, 6),
      count: 1,
    },
  ])
  expect([between, await creations()]).toEqual([before, before + 1])
  expect(answer).toMatchObject({ status: 202, body: { cloneId } })
  expect(testServer().logged()).not.toContain(TOKEN)
})

test('text that begins like a secret at every character holds up nothing', async () => {
  const { published } = imports

  const { copy } = await published({ 'worst.txt': 'eyJ-'.repeat(100_000), 'a.txt': 'a' })

  expect(copy).toMatchObject({ status: 'public', findings: [] })
})

test('what is in another encoding, large, packed or named after a key is asked about too', async () => {
  const { proMember, start, until } = imports
  const base64 = (bytes: Buffer) => ({ base64: bytes.toString('base64') })
  const { member, source } = await proMember({
    'a-utf16.txt': base64(Buffer.from(`\ufeffkey=${TOKEN}\r\n`, 'utf16le')),
    'b-large.txt': `${'x'.repeat(80)}\n`.repeat(20_000) + TOKEN,
    'c.zip': base64(Buffer.from('PK\x03\x04')),
    id_rsa: 'x',
  })

  const { body } = await start(member, source)
  const { findings } = await until(String(body.cloneId), 'asking')

  const found = { kind: 'github_token', start: TOKEN.slice(0, 6) }
  expect(findings).toEqual([
    expect.objectContaining({ path: 'a-utf16.txt', line: 1, column: 5, ...found }),
    expect.objectContaining({ path: 'b-large.txt', line: 20_001, column: 1, ...found }),
    { path: 'c.zip', line: 1, kind: 'unsearched_archive', start: '', ...WHOLE_FILE },
    { path: 'id_rsa', line: 1, kind: 'key_file', start: '', ...WHOLE_FILE },
  ])
})

test('of a file with very many secrets the others are counted, and the next file is searched', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember({
    'a.txt': `${TOKEN}\n`.repeat(300),
    'b.txt': TOKEN,
  })

  const { body } = await start(member, source)
  const { findings } = await until(String(body.cloneId), 'asking')

  expect(findings).toHaveLength(52)
  expect(findings?.slice(-2)).toEqual([
    { path: 'a.txt', line: 51, kind: 'more_in_file', start: '', ...WHOLE_FILE, count: 250 },
    expect.objectContaining({ path: 'b.txt', line: 1, kind: 'github_token', count: 1 }),
  ])
})

test('secrets that were pushed after the question are asked about again', async () => {
  const { testServer, proMember, start, until, control } = imports
  const { member, source, login } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const more = { person: login, files: { 'b.txt': TOKEN } }
  await control('POST', `repositories/${source}/commits`, more)
  await accept(member.token, cloneId)
  await testServer().settle()

  expect(await imports.row(cloneId)).toMatchObject({
    status: 'asking',
    findings: [
      expect.objectContaining({ path: 'a.txt' }),
      expect.objectContaining({ path: 'b.txt' }),
    ],
  })
})

test('an unanswered question ends by itself, and nothing is left', async () => {
  const { proMember, start, until, pass } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  await until(String(body.cloneId), 'asking')

  await pass(11 * 60)

  expect(await imports.row(String(body.cloneId))).toMatchObject({
    status: 'failed',
    error_code: 'cancelled',
    deleted_at: expect.any(Date),
  })
})

test('of two answers given together one counts', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const answers = await Promise.all([1, 2, 3].map(() => accept(member.token, cloneId)))
  await until(cloneId, 'public')
  const later = await accept(member.token, cloneId)

  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  expect(later).toMatchObject({ status: 409, body: { code: 'clone_not_asking' } })
})

test('an answer and a deletion given together leave nothing', async () => {
  const { testServer, proMember, start, until, atGithub } = imports
  const { member, source } = await proMember({ 'a.txt': TOKEN })
  const { body } = await start(member, source)
  const cloneId = String(body.cloneId)
  await until(cloneId, 'asking')

  const [answer, deletion] = await Promise.all([
    accept(member.token, cloneId),
    testServer().call('delete-temporary-clone', member.token, { body: { cloneId } }),
  ])
  const end = await until(cloneId, 'deleted')
  await testServer().settle()

  expect([202, 409]).toContain(answer.status)
  expect(deletion.status).toBe(200)
  expect(await atGithub(end.clone_full_name)).toBe('missing')
})

test('of imports started together one runs, and the others name it', async () => {
  const { proMember, start, until } = imports
  const { member, source } = await proMember()

  const answers = await Promise.all([1, 2, 3, 4].map(() => start(member, source)))
  const started = answers.find(({ status }) => status === 202)
  const cloneId = String(started?.body.cloneId)
  await until(cloneId, 'public')
  const later = await start(member, source)

  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
  for (const { status, body } of [...answers, later]) {
    if (status === 409) expect(body).toMatchObject({ code: 'import_running', cloneId })
  }
})

test('others’ imports are as unknown as none', async () => {
  const { testServer, proMember, published, row } = imports
  const { cloneId } = await published()
  const { member: other } = await proMember()

  const answers = await Promise.all([
    accept(other.token, cloneId),
    testServer().call('delete-temporary-clone', other.token, { body: { cloneId } }),
    testServer().call('delete-temporary-clone', other.token, {
      body: { cloneId: '00000000-0000-4000-8000-000000000001' },
    }),
  ])

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
  expect((await row(cloneId))?.status).toBe('public')
})

const accept = (token: string, cloneId: string) =>
  imports.testServer().call('continue-private-import', token, {
    body: { cloneId, acceptSecrets: true },
  })

const creations = async (): Promise<number> => {
  const { webUrl } = imports.testServer().github
  const counted = await fetch(`${webUrl}/_control/requests/count?method=POST&path=/user/repos`)

  return ((await counted.json()) as { count: number }).count
}

const publicMs = (row: Awaited<ReturnType<typeof imports.row>>) =>
  (row?.deleted_at?.getTime() ?? Number.NaN) - (row?.made_public_at?.getTime() ?? 0)

/** What git gets without any credentials. */
async function clone(fullName: string): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'gitferry-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = `${imports.testServer().github.webUrl}/${fullName}.git`
  await promisify(execFile)('git', ['clone', '-q', address, folder])
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) => join(entry.parentPath, entry.name))
  const files: Record<string, unknown> = {}
  const executable: string[] = []
  for (const path of paths) {
    const name = path.slice(folder.length + 1)
    files[name] = await readFile(path, 'utf8')
    if ((await stat(path)).mode & 0o100) executable.push(name)
  }

  return { ...files, executable }
}
